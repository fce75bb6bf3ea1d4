import type { SearchDocument, SearchIndex, SearchQuery, SearchWhere } from '@dosar/search';
import { aDocument, aQuery } from '../testing/search-documents';
import { placeAt } from '../testing/places';

/** What is asked of a document beside its words. */
export const findsByConditions = (indexOf: () => SearchIndex) => {
  const put = (documents: readonly SearchDocument[], position: bigint) =>
    indexOf().put(
      documents.map((document) => ({ id: document.id, document })),
      placeAt(position),
    );
  const found = async (more: Partial<SearchQuery>, text = 'bon') =>
    (await indexOf().search(aQuery(text, more))).hits.map(({ id }) => id).sort();

  it('by one of several values, by having none, and by its sum', async () => {
    await put(
      [
        aDocument('a', 'Bon', { sum: 1190.5, facets: { tags: ['urgent', 'de platit'], month: '2026-09' } }),
        aDocument('b', 'Bon', { sum: 20, facets: { tags: 'urgent' }, createdAt: '2026-09-30T20:00:00.000Z' }),
        aDocument('c', 'Bon', { facets: {}, createdAt: '2026-10-01T00:00:00.000Z' }),
      ],
      1n,
    );
    for (const text of ['bon', '']) {
      expect(await found({ where: { facets: { tags: ['urgent'] } } }, text)).toEqual(['a', 'b']);
      expect(await found({ where: { facets: { tags: ['de platit', 'x'] } } }, text)).toEqual(['a']);
      expect(await found({ where: { facets: { tags: ['urgent'], month: ['2026-09'] } } }, text)).toEqual(['a']);
      expect(await found({ where: { facets: { month: [null] } } }, text)).toEqual(['b', 'c']);
      expect(await found({ where: { facets: { tags: ['de platit', null] } } }, text)).toEqual(['a', 'c']);
      const arrived = { from: '2026-09-01T00:00:00.000Z', below: '2026-10-01T00:00:00.000Z' };
      const lying = { facets: { month: ['2026-09'] } };
      const ofMonth: SearchWhere['any'] = [[lying, { facets: { month: [null] }, createdAt: arrived }]];
      const tagged = (tag: string): [SearchWhere] => [{ facets: { tags: [tag] } }];
      expect(await found({ where: { any: ofMonth } }, text)).toEqual(['a', 'b']);
      expect(await found({ where: { any: ofMonth, size: { from: 11 } } }, text)).toEqual([]);
      expect(await found({ where: { any: [[{}]] } }, text)).toEqual(['a', 'b', 'c']);
      expect(await found({ where: { any: [tagged('urgent'), tagged('de platit')] } }, text)).toEqual(['a']);
      expect(await found({ where: { any: [...ofMonth, tagged('urgent')] } }, text)).toEqual(['a', 'b']);
      expect(await found({ where: { sum: { from: 1190.495, below: 1190.505 } } }, text)).toEqual(['a']);
      expect(await found({ where: { sum: { below: 1000 } } }, text)).toEqual(['b']);
    }
  });

  it('from any hit on, however many at once', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    await put(
      all.map((id) => aDocument(id, `Bon ${id}`)),
      1n,
    );
    for (const [skip, limit] of [
      [1, 3],
      [3, 2],
      [2, 2],
      [4, 3],
      [5, 2],
    ] as const) {
      const page = await indexOf().search(aQuery('bon', { sort: 'name', order: 'asc', skip, limit }));
      expect([skip, page.hits.map(({ id }) => id), page.total]).toEqual([skip, all.slice(skip, skip + limit), 5]);
    }
  });

  it('one of each that are alike', async () => {
    const of = (fold: string) => ({ facets: { fold } });
    const months = ['a', 'b', 'c', 'd'].map((id) => aDocument(id, 'Bonuri fiscale', of('bonuri')));
    const others = [aDocument('e', 'Bonuri de consum', of('consum')), aDocument('f', 'Bonuri', { facets: {} })];
    await put([...months, ...others], 1n);
    for (const sort of ['relevance', 'name'] as const) {
      const all = await indexOf().search(aQuery('bonuri', { oneOfEach: 'fold', sort }));
      const titles = all.hits.map(({ title }) => title).sort();
      expect([titles, all.total]).toEqual([['Bonuri de consum', 'Bonuri fiscale'], 2]);
    }
    expect((await indexOf().search(aQuery('fiscalle', { oneOfEach: 'fold' }))).total).toBe(1);
    expect((await indexOf().search(aQuery('bonuri', { oneOfEach: 'fold', limit: 1 }))).hits).toHaveLength(1);
    expect((await indexOf().search(aQuery('bonuri'))).total).toBe(6);
  });

  it('and says whether it has come as far as it must', async () => {
    const behind = async (least: bigint) => {
      const found = await indexOf().search(aQuery('bon', { least }));
      // what is asked for nothing says the same
      const nothing = await indexOf().search(aQuery('', { least, kinds: [] }));
      expect([nothing.behind, nothing.hits, nothing.total]).toEqual([found.behind, [], 0]);
      return found.behind;
    };
    await put([aDocument('a', 'Bon')], 7n);
    expect(await behind(7n)).toBeUndefined();
    expect(await behind(8n)).toBe('until_filled');
    await indexOf().settle();
    expect(await behind(7n)).toBeUndefined();
    expect(await behind(8n)).toBe('shortly');
    expect((await indexOf().search(aQuery('bon'))).behind).toBeUndefined();
    // beyond what a number is exact for
    await put([aDocument('b', 'Bon')], 9_007_199_254_740_993n);
    expect(await behind(9_007_199_254_740_993n)).toBeUndefined();
    expect(await behind(9_007_199_254_740_994n)).toBe('shortly');
    await indexOf().open(2);
    expect(await behind(7n)).toBeUndefined();
    expect(await behind(9_007_199_254_740_994n)).toBe('until_filled');
  });
};
