import type { SearchDocument, SearchIndex, SearchQuery } from '@dosar/search';
import { aDocument, aQuery } from '../testing/search-documents';
import { seeded } from '../testing/seeded';
import { placeAt } from '../testing/places';
import { findsByConditions } from './conditions.suite';
import { findsEveryWrittenForm } from './written-forms.suite';

export type OpenedIndex = { readonly index: SearchIndex; readonly close: () => Promise<void> };

const ofMill = { key: 'client:moara', scopes: ['all', 'client:moara'] } as const;
const content = { id: 'f', blobId: 'b', size: 10, mimeType: 'application/pdf', eventId: 'e', sealed: null } as const;

/** What every index must do; in which order it finds by relevance is its own. An adapter is done when this passes. */
export const searchIndexSuite = (name: string, open: () => Promise<OpenedIndex>) =>
  describe(`search index: ${name}`, () => {
    let opened: OpenedIndex;
    let index: SearchIndex;
    let position = 0n;
    beforeEach(async () => {
      opened = await open();
      index = opened.index;
      await index.open(1);
    });
    afterEach(() => opened.close());

    const put = (...documents: readonly SearchDocument[]) =>
      index.put(
        documents.map((document) => ({ id: document.id, document })),
        placeAt((position += 1n)),
      );
    const take = (id: string) => index.put([{ id, document: null }], placeAt((position += 1n)));
    const found = async (text: string, more: Partial<SearchQuery> = {}) => {
      const { hits } = await index.search(aQuery(text, more));
      return hits.map(({ id }) => id).sort();
    };

    describe('finds a document by', () => {
      it.each<[string, string, string]>([
        ['a word', 'Factură martie.pdf', 'factura'],
        ['a word in other letters', 'PLĂŢI către furnizori', 'plăți'],
        ['all words, in any order', 'Factură Moara Bănățeană', 'moara factura'],
        ['the beginning of the last word', 'Declarație 390', 'decla'],
        ['another case of a word', 'Contractele furnizorilor', 'contractului furnizor'],
        ['a word with a typo', 'Declarație 390', 'decalratie'],
        ['a long word with two typos', 'Înregistrare contabilă', 'inregsitare contabila'],
        ['a number', 'Factură AV-85926', '85926'],
        ['a number in a word', 'Furnizor RO18547290', '18547290'],
        ['a number in a word that was asked for', 'Furnizor 18547290', 'RO18547290'],
        ['words in quotes', 'Plăți către ANAF', '"catre anaf"'],
        ['letters that were read wrongly', 'Ministerul FINANÞELOR', 'finanțelor'],
        ['nothing, when nothing is asked', 'Bon', ''],
      ])('%s', async (_, title, text) => {
        await put(aDocument('f', title), aDocument('g', 'Altceva'));
        expect(await found(text)).toContain('f');
      });
      it('what is written beside it, and inside it', async () => {
        await put(aDocument('f', 'x', { notes: ['De verificat', 'Lipsește ștampila'], content }));
        await index.putText('f', { text: 'Total de plată 86560.18 lei', isCut: false });
        expect(await found('stampila')).toEqual(['f']);
        expect(await found('plata 86560')).toEqual(['f']);
        expect(await found('stampila plata')).toEqual(['f']);
      });
    });

    findsEveryWrittenForm(() => index);

    it('finds in a text that was cut inside a letter', async () => {
      await put(aDocument('f', 'x', { content }));
      await index.putText('f', { text: 'Total de plată \ud83d', isCut: true });
      expect(await found('plata')).toEqual(['f']);
    });

    it.each<[string, string, string]>([
      ['a number with another digit', 'Factură 85926', '85927'],
      ['a short word with a typo', 'Bani', 'bami'],
      ['the inside of a word', 'Subcontractare', 'contractare'],
      ['one word of two', 'Factură martie', 'factura aprilie'],
      ['words in quotes in another order', 'Plăți către ANAF', '"anaf catre"'],
      ['a typo in quotes', 'Declarație', '"decalratie"'],
    ])('does not find by %s', async (_, title, text) => {
      await put(aDocument('f', title));
      expect(await found(text)).toEqual([]);
    });

    it('takes the first ten words of a question, of which those in quotes are one', async () => {
      const ten = 'unu doi trei patru cinci sase sapte opt noua zece';
      await put(aDocument('f', ten), aDocument('g', ten.replace('zece', 'altceva')));
      expect(await found(ten)).toEqual(['f']);
      expect(await found(`${ten} unsprezece doisprezece`)).toEqual(['f']);
      expect(await found(`"unu doi trei" ${ten.slice(ten.indexOf('patru'))} "unu doi" unsprezece`)).toEqual([]);
      expect(await found(`"unu doi trei" ${ten.slice(ten.indexOf('patru'))} "unu doi" "doi trei" unsprezece`)).toEqual([
        'f',
      ]);
    });

    it('takes no question for anything but words', async () => {
      await put(aDocument('f', 'Factură NEAR scope'));
      const hostile = [
        '"',
        '*',
        'NEAR(',
        'title:x',
        'scope:all',
        '^a',
        'a AND',
        'OR',
        '{title}: x',
        '\u0000',
        "';--",
        '(((((',
        '-',
        '+',
        'a*b*',
      ];
      for (const text of [...hostile, hostile.join(' '), '("'.repeat(200)]) await index.search(aQuery(text));
      expect(await found('near')).toEqual(['f']);
      expect(await found('scope:file')).toEqual([]);
    });

    it('shows where it answers in its own letters', async () => {
      await put(aDocument('f', 'Plăţi ANAF'), aDocument('g', 'Adeverință', { content }));
      await index.putText('g', { text: `${'nimic '.repeat(100)}către ANAF ${'nimic '.repeat(100)}`, isCut: true });
      const { hits } = await index.search(aQuery('anaf', { sort: 'name', order: 'desc' }));
      expect(hits[0]).toMatchObject({ id: 'f', title: 'Plăţi ANAF', text: 'none' });
      expect(hits[0]!.excerpt).toEqual([
        { text: 'Plăţi ', hit: false },
        { text: 'ANAF', hit: true },
      ]);
      expect(hits[1]).toMatchObject({ id: 'g', text: 'cut' });
      expect(hits[1]!.excerpt.filter(({ hit }) => hit)).toEqual([{ text: 'ANAF', hit: true }]);
    });

    describe('by what whoever asks may see', () => {
      beforeEach(() =>
        put(
          aDocument('b', 'Canar factură'),
          aDocument('m', 'Canar factură', ofMill),
          aDocument('d', 'Canar factură', { isDeleted: true }),
          aDocument('o', 'Canar dosar', { kind: 'folder' }),
        ),
      );
      it.each<[string, Partial<SearchQuery>, string[]]>([
        ['one client', {}, ['b']],
        ['several', { scopes: ['client:brutarie', 'client:moara'] }, ['b', 'm']],
        ['all', { scopes: ['all'] }, ['b', 'm']],
        ['nobody', { scopes: [] }, []],
        ['a client that is not there', { scopes: ['client:x" OR scope:all'] }, []],
        ['deleted, too', { deleted: 'with' }, ['b', 'd']],
        ['only deleted', { deleted: 'only' }, ['d']],
        ['folders', { kinds: [{ kind: 'folder' }] }, ['o']],
        ['folders and files', { kinds: [{ kind: 'folder' }, { kind: 'file' }] }, ['b', 'o']],
      ])('%s', async (_, more, ids) => {
        for (const text of ['canar', '', 'cana', '"canar"', 'cannar']) expect(await found(text, more)).toEqual(ids);
        const { total } = await index.search(aQuery('canar', more));
        expect(total).toBe(ids.length);
      });
    });

    it('by what it is', async () => {
      await put(
        aDocument('a', 'Bon', {
          size: 5,
          facets: { processState: 'processed', authorId: 'ana', mimeType: 'application/pdf' },
          createdAt: '2026-03-01T00:00:00.000Z',
        }),
        aDocument('b', 'Bon', {
          size: 50,
          facets: { processState: 'new', accountingStatus: 'pending', authorId: 'dan', mimeType: 'image/png' },
        }),
        aDocument('c', 'Bon', { size: null, kind: 'message', facets: { conversationId: `k' "x` } }),
      );
      const all = { kinds: [{ kind: 'file' }, { kind: 'message' }] } as const;
      expect(await found('bon', { where: { facets: { processState: ['processed'] } } })).toEqual(['a']);
      expect(await found('bon', { where: { facets: { accountingStatus: ['pending'] } } })).toEqual(['b']);
      expect(await found('bon', { where: { facets: { authorId: ['ana', 'dan'] } } })).toEqual(['a', 'b']);
      expect(await found('bon', { where: { facets: { authorId: ['ana', 'dan'], processState: ['new'] } } })).toEqual([
        'b',
      ]);
      expect(await found('bon', { where: { facets: { authorId: [] } } })).toEqual([]);
      expect(await found('bon', { where: { facets: { nothing: ['x'] } } })).toEqual([]);
      expect(await found('', { where: { size: { from: 6 } } })).toEqual(['b']);
      expect(await found('bon', { where: { size: { from: 5, below: 50 } } })).toEqual(['a']);
      expect(await found('bon', { where: { createdAt: { from: '2026-02-01' } } })).toEqual(['a']);
      expect(await found('bon', { ...all, where: { facets: { conversationId: [`k' "x`] } } })).toEqual(['c']);
      expect(await found('bon', { ...all, where: { facets: { conversationId: [`k" OR "1`] } } })).toEqual([]);
      const images = { kinds: [{ kind: 'file', facets: { mimeType: ['image/png'] } }, { kind: 'message' }] };
      expect(await found('bon', images)).toEqual(['b', 'c']);
      const many = Array.from({ length: 40_000 }, (_, at) => `author ${at}`);
      expect(await found('bon', { where: { facets: { authorId: [...many, 'dan'] } } })).toEqual(['b']);
    });

    describe('finds', () => findsByConditions(() => index));

    it('in the order that is asked for, page by page', async () => {
      const day = (at: number) => `2026-01-0${at}T00:00:00.000Z`;
      await put(
        aDocument('a', 'Bon c', { size: 3, createdAt: day(1), updatedAt: day(9) }),
        aDocument('b', 'Bon a', { size: 2, createdAt: day(2), updatedAt: day(7) }),
        aDocument('c', 'Bon b', { size: 9, createdAt: day(3), updatedAt: day(8) }),
      );
      const ordered = async (sort: SearchQuery['sort'], order: 'asc' | 'desc', page = { skip: 0, limit: 9 }) =>
        (await index.search(aQuery('bon', { sort, order, ...page }))).hits.map(({ id }) => id).join('');
      expect(await ordered('created', 'asc')).toBe('abc');
      expect(await ordered('created', 'desc')).toBe('cba');
      expect(await ordered('updated', 'desc')).toBe('acb');
      expect(await ordered('name', 'asc')).toBe('bca');
      expect(await ordered('size', 'desc')).toBe('cab');
      expect(await ordered('size', 'desc', { skip: 1, limit: 1 })).toBe('a');
      expect(await ordered('name', 'asc', { skip: 3, limit: 1 })).toBe('');
    });

    it('counts up to a thousand', async () => {
      await put(...Array.from({ length: 1_000 }, (_, at) => aDocument(`f${at}`, 'Bon')));
      expect(await index.search(aQuery('bon', { limit: 1 }))).toMatchObject({ total: 1_000, isMore: false });
      await put(aDocument('one-more', 'Bon'));
      expect(await index.search(aQuery('bon', { limit: 1 }))).toMatchObject({ total: 1_000, isMore: true });
    });

    it('what was changed by what it is now', async () => {
      await put(aDocument('f', 'Vechi', { content }));
      await index.putText('f', { text: 'înăuntru', isCut: false });
      await put(aDocument('f', 'Nou', { content }));
      expect([await found('vechi'), await found('nou'), await found('inauntru')]).toEqual([[], ['f'], ['f']]);
      await put(aDocument('f', 'Nou', { content, isDeleted: true }));
      expect([await found('nou'), await found('nou', { deleted: 'only' })]).toEqual([[], ['f']]);
      await take('f');
      await take('never-there');
      expect([await found('nou'), await index.get('f')]).toEqual([[], null]);
    });

    it('knows which texts are to be read, and why one could not be', async () => {
      await put(aDocument('a', 'Bon', { content }), aDocument('b', 'Bon'), aDocument('c', 'Bon', { content }));
      expect((await index.unread('waiting', 9)).map(({ id }) => id)).toEqual(['c', 'a']);
      expect(await index.unread('waiting', 1)).toEqual([{ id: 'c', content }]);
      await index.putText('c', { why: 'encrypted' });
      await index.putText('gone', { why: 'encrypted' });
      expect((await index.unread('waiting', 9)).map(({ id }) => id)).toEqual(['a']);
      const { hits } = await index.search(aQuery('bon', { sort: 'created', order: 'asc' }));
      expect(hits.map(({ id, text }) => `${id} ${text}`).sort()).toEqual(['a waiting', 'b none', 'c encrypted']);
    });

    it('knows whose texts are to be read, and which of one are', async () => {
      const keys = async () => (await index.unreadKeys('waiting')).toSorted();
      expect(await keys()).toEqual([]);
      const ofOther = { content, ...ofMill };
      await put(aDocument('a', 'Bon', { content }), aDocument('b', 'Bon', { content }), aDocument('c', 'Bon'));
      await put(aDocument('m', 'Bon', ofOther), aDocument('o', 'Bon', ofOther), aDocument('z', 'Bon', { content }));
      expect(await keys()).toEqual(['client:brutarie', 'client:moara']);
      const waiting = async (most: number, key: string) =>
        (await index.unread('waiting', most, key)).map(({ id }) => id);
      expect(await waiting(9, 'client:brutarie')).toEqual(['z', 'b', 'a']);
      expect(await waiting(1, 'client:moara')).toEqual(['o']);
      expect(await waiting(1, 'client:altul')).toEqual([]);
      for (const id of ['m', 'o']) await index.putText(id, { text: 'înăuntru', isCut: false });
      expect([await keys(), await index.unreadKeys('scanned')]).toEqual([['client:brutarie'], []]);
      await index.putText('a', { text: '', isCut: false, isScanned: true });
      expect(await index.unreadKeys('scanned')).toEqual(['client:brutarie']);
    });

    it('knows in which pictures are still to be recognized, also after it was filled anew', async () => {
      const scans = async () => (await index.unread('scanned', 9)).map(({ id }) => id);
      await put(aDocument('a', 'Bon', { content }), aDocument('b', 'Bon', { content }), aDocument('c', 'Bon'));
      await index.putText('a', { text: 'Pagina întâi', isCut: false, isScanned: true });
      await index.putText('b', { text: '', isCut: false, isScanned: true });
      expect([await scans(), await index.unread('waiting', 9)]).toEqual([['b', 'a'], []]);
      expect(await index.unread('scanned', 1)).toEqual([{ id: 'b', content }]);
      const { hits } = await index.search(aQuery('pagina'));
      expect(hits.map(({ id, text }) => `${id} ${text}`)).toEqual(['a scanned']);
      await index.putText('a', { text: 'Pagina întâi și ștampila', isCut: false });
      expect([await scans(), await found('stampila')]).toEqual([['b'], ['a']]);
      await index.settle();
      await index.open(2);
      await put(aDocument('a', 'Bon', { content }), aDocument('b', 'Bon', { content }));
      expect([await scans(), await index.unread('waiting', 9)]).toEqual([['b'], []]);
    });

    it('knows which were given up, also after it was filled anew, until they are read again', async () => {
      const givenUp = async () => (await index.unread('given_up', 9)).map(({ id }) => id);
      await put(aDocument('a', 'Bon', { content }), aDocument('b', 'Bon', { content }));
      await index.putText('a', { why: 'given_up' });
      expect([await givenUp(), (await index.unread('waiting', 9)).map(({ id }) => id)]).toEqual([['a'], ['b']]);
      await index.settle();
      await index.open(2);
      await put(aDocument('a', 'Bon', { content }));
      expect(await index.unread('given_up', 9)).toEqual([{ id: 'a', content }]);
      await index.putText('a', { why: 'waiting' });
      expect([await givenUp(), (await index.unread('waiting', 9)).map(({ id }) => id)]).toEqual([[], ['a']]);
    });

    it('forgets all that a key had sealed', async () => {
      await put(aDocument('b', 'Canarul', { content }), aDocument('m', 'Canarul', ofMill));
      await index.putText('b', { text: 'Confidențial', isCut: false });
      expect((await index.keys()).slice().sort()).toEqual(['client:brutarie', 'client:moara']);
      expect((await index.ofKey('client:moara')).map(({ id }) => id)).toEqual(['m']);
      const [scope] = aDocument('b', 'Canarul').scopes;
      expect((await index.ofScope(scope!)).map(({ id }) => id).sort()).toContain('b');
      expect(await index.ofScope('about:nobody')).toEqual([]);
      await index.remove('client:brutarie');
      expect(await index.keys()).toEqual(['client:moara']);
      const everywhere = { scopes: ['all'], deleted: 'with' } as const;
      expect([await found('canarul', everywhere), await found('confidential', everywhere)]).toEqual([['m'], []]);
      expect(await found('cannarul', everywhere)).toEqual(['m']);
    });

    it('keeps what was carried to another key, with what was read inside it', async () => {
      const a = aDocument('a', 'Acte', { content });
      const b = aDocument('b', 'Acte', { content });
      await put(a, b);
      for (const id of ['a', 'b']) await index.putText(id, { text: 'Confidențial', isCut: false });
      await put({ ...a, key: 'client:moara' });
      await index.remove('client:brutarie');
      const everywhere = { scopes: ['all'], deleted: 'with' } as const;
      expect([await found('acte', everywhere), await found('confidential', everywhere)]).toEqual([['a'], ['a']]);
      expect(await index.keys()).toEqual(['client:moara']);
    });

    it('knows the keys of all that lies in it, also before it is filled anew', async () => {
      await put(aDocument('a', 'Bon', { content }));
      await index.putText('a', { text: 'înăuntru', isCut: false });
      await index.settle();
      await index.open(2);
      const [key] = await index.keys();
      await index.remove(key!);
      expect([await index.keys(), await found('inauntru')]).toEqual([[], []]);
    });

    it('is filled anew aside, while the old one is searched', async () => {
      await put(aDocument('a', 'Bon', { content }));
      await index.putText('a', { text: 'înăuntru', isCut: false });
      await index.settle();
      expect(await index.open(1)).toEqual({ ...placeAt(position), isSettled: true });
      expect(await index.open(2)).toEqual({ position: null, leaf: null, isSettled: false });
      await put(aDocument('b', 'Bon'));
      expect(await found('bon')).toEqual(['a']);
      await put(aDocument('a', 'Bon', { content }));
      await index.settle();
      expect([await found('bon'), await found('inauntru'), await index.unread('waiting', 9)]).toEqual([
        ['a', 'b'],
        ['a'],
        [],
      ]);
    });

    it('gives the same answers after it was filled anew, and the old one gives them meanwhile', async () => {
      const { below, oneOf } = seeded(9);
      const words = ['Factură', 'Contractelor', 'ŞTAMPILA', 'AV-85926', 'plăți', 'ANAF'];
      const documents = Array.from({ length: 30 }, (_, at) =>
        aDocument(`d${at}`, `${oneOf(words)} ${oneOf(words)}`, {
          ...(at % 3 === 0 && ofMill),
          content: at % 2 === 0 ? content : null,
          isDeleted: at % 7 === 0,
          size: below(99),
        }),
      );
      await put(...documents);
      for (const { id } of documents.filter(({ content: inside }) => inside))
        await index.putText(id, { text: `înăuntru ${oneOf(words)}`, isCut: false });
      await index.settle();
      const asked = [
        'factura',
        'contractul',
        'stampil',
        'fcatura',
        '85926',
        '"plati"',
        'inauntru',
        'inauntru anaf',
        '',
      ];
      const answers = async () => {
        const said: unknown[] = [];
        for (const text of asked)
          for (const scopes of [['all'], ['client:brutarie']])
            said.push(await index.search(aQuery(text, { scopes, deleted: 'with', sort: 'name', order: 'asc' })));
        return said.map((each) => {
          const { hits, ...counted } = each as Awaited<ReturnType<SearchIndex['search']>>;
          const shown = hits.map(({ id, text, excerpt }) => JSON.stringify([id, text, excerpt]));
          return { ...counted, hits: shown.sort() };
        });
      };
      const before = await answers();
      expect(before.every(({ total }) => total > 0)).toBe(true);
      await index.open(2);
      await put(...documents.slice(0, 15));
      expect(await answers()).toEqual(before);
      await put(...documents.slice(15));
      expect(await answers()).toEqual(before);
      await index.settle();
      expect(await answers()).toEqual(before);
      expect(await index.unread('waiting', 9)).toEqual([]);
    });
  });

/** The same seeded work gives the same answers in every index. */
export const searchIndexTranscript = async (index: SearchIndex, seed: number): Promise<readonly string[]> => {
  const { below, oneOf, chance } = seeded(seed);
  const words = [
    'Factură',
    'facturi',
    'ŞTAMPILA',
    'contract',
    'Contractelor',
    'declarație',
    'AV-85926',
    'RO18547290',
    'plăți',
    'ANAF',
    'moara',
    'bon',
  ];
  const asked = [
    'factura',
    'facturilor',
    'stampil',
    'contarct',
    'declaratiile',
    '85926',
    '18547290',
    '"plati anaf"',
    'an',
    'moara bon',
    '',
  ];
  const scopes = ['client:brutarie', 'client:moara'];
  const said: string[] = [];
  await index.open(1);
  for (let step = 0; step < 150; step += 1) {
    const id = `f${below(40)}`;
    const scope = oneOf(scopes);
    const some = () => Array.from({ length: 1 + below(4) }, () => oneOf(words)).join(' ');
    const document = aDocument(id, some(), {
      scopes: ['all', scope],
      key: scope,
      notes: chance(0.3) ? [some()] : [],
      isDeleted: chance(0.2),
      content,
    });
    if (chance(0.6)) await index.put([{ id, document: chance(0.85) ? document : null }], placeAt(BigInt(step + 1)));
    else if (chance(0.3)) await index.putText(id, { text: some(), isCut: false });
    else {
      const query = aQuery(oneOf(asked), {
        scopes: [chance(0.3) ? 'all' : scope],
        deleted: oneOf(['with', 'without', 'only']),
      });
      const { hits, total } = await index.search(query);
      const found = hits.map((hit) => `${hit.id} ${hit.text}`).sort();
      said.push(JSON.stringify([query.text, query.scopes, query.deleted, total, found]));
    }
  }
  return said;
};
