import { Unavailable } from '@dosar/kernel/runtime';
import type { SearchIndex } from '@dosar/search';
import { searchIndexSuite } from '../search-index.suite';
import { MEILISEARCH_KEY, meilisearchNode } from '../../testing/meilisearch-node';
import { aDocument, aQuery } from '../../testing/search-documents';
import { meilisearchIndex } from './meilisearch';
import { placeOf, type MeilisearchPlace } from './meilisearch-place';
import { meilisearchSearches } from './meilisearch-search';
import { aLogTo, placeAt } from '../../testing/places';

type Node = Awaited<ReturnType<typeof meilisearchNode>>;
const far = () => Promise.resolve(2n ** 62n);

let node: Node;
let count = 0;
beforeAll(async () => (node = await meilisearchNode()));
afterAll(() => node.end());
/** Indexes of its own. */
const aPlace = () => placeOf(`${node.url}/dosar-${(count += 1)}`, MEILISEARCH_KEY);

/** The index of the one version that there is. */
const documentsAt = async ({ prefix }: MeilisearchPlace): Promise<string> => {
  const headers = { authorization: `Bearer ${MEILISEARCH_KEY}` };
  const { results } = (await (await fetch(`${node.url}/indexes?limit=1000`, { headers })).json()) as {
    results: { uid: string }[];
  };
  return results.find(({ uid }) => uid.startsWith(`${prefix}_documents_`))!.uid;
};

/** Does something else right before the first request of such a kind. */
const whenFirstAsked = async (
  isMeant: (url: string, method: string) => boolean,
  first: () => Promise<unknown>,
  work: () => Promise<unknown>,
) => {
  const real = globalThis.fetch;
  let isDone = false;
  globalThis.fetch = async (address, init) => {
    const { url, method } = new Request(address, init);
    if (!isDone && isMeant(url, method)) {
      isDone = true;
      await first();
    }
    return real(address, init);
  };
  try {
    await work();
  } finally {
    globalThis.fetch = real;
  }
  expect(isDone).toBe(true);
};

/** As what changes something is asked for. */
const isWrite = (url: string, method: string) => method !== 'GET' && !/\/(multi-)?(search|fetch)$/.test(url);

searchIndexSuite("a stand-in that speaks Meilisearch's protocol", async () => {
  const index = meilisearchIndex(aPlace(), aLogTo(far));
  return { index, close: () => index.close() };
});

describe("search index: a stand-in that speaks Meilisearch's protocol", () => {
  it('goes on where it was after it was away, and says so meanwhile', async () => {
    const index = meilisearchIndex(aPlace(), aLogTo(far));
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(7n));
    await node.kill();
    await expect(index.search(aQuery('bon'))).rejects.toThrow(Unavailable);
    await expect(index.put([], placeAt(8n))).rejects.toThrow(Unavailable);
    await node.start();
    expect((await index.search(aQuery('bon'))).hits.map(({ id }) => id)).toEqual(['a']);
    expect(await index.open(1)).toEqual({ ...placeAt(7n), isSettled: false });
  });

  it('that is further than the log is filled anew', async () => {
    const place = aPlace();
    let head = 7n;
    const index = meilisearchIndex(
      place,
      aLogTo(() => Promise.resolve(head)),
    );
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(7n));
    expect((await index.open(1)).position).toBe(7n);
    head = 6n;
    expect(await index.open(1)).toEqual({ position: null, leaf: null, isSettled: false, dropped: 'ahead' });
    expect(await index.get('a')).toBeNull();
  });

  it('of another log as long as this one is filled anew, also with what stands inside documents', async () => {
    const place = aPlace();
    const content = { id: 'f', blobId: 'b', size: 10, mimeType: 'application/pdf', eventId: 'e', sealed: null };
    const former = meilisearchIndex(
      place,
      aLogTo(() => 7n, 'another'),
    );
    await former.open(1);
    await former.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(7n, 'another'));
    await former.putText('a', { text: 'Total de plată', isCut: false });
    await former.settle();
    const index = meilisearchIndex(
      place,
      aLogTo(() => 9n),
    );
    // also by a newer version, that is not filled yet
    expect(await index.open(2)).toEqual({ position: null, leaf: null, isSettled: false, dropped: 'other' });
    expect((await index.search(aQuery('bon'))).hits).toEqual([]);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(7n));
    expect((await index.search(aQuery('bon'))).hits.map(({ text }) => text)).toEqual(['waiting']);
    expect((await index.search(aQuery('plata'))).hits).toEqual([]);
  });

  describe('of a text that is put while its document goes', () => {
    const isText = (url: string, method: string) => method === 'PUT' && url.includes('_texts/');
    const isWords = (url: string, method: string) => method === 'PUT' && /_documents_\d+\//.test(url);
    const isAnyOf = async (name: string) => {
      const headers = { authorization: `Bearer ${MEILISEARCH_KEY}`, 'content-type': 'application/json' };
      const asked = { method: 'POST', headers, body: JSON.stringify({ filter: 'id = a' }) };
      const answer = await fetch(`${node.url}/indexes/${name}/documents/fetch`, asked);
      return ((await answer.json()) as { results?: unknown[] }).results?.length === 1;
    };
    const take = {
      'its key is destroyed': (index: SearchIndex) => index.remove('client:brutarie'),
      'it is taken out': (index: SearchIndex) => index.put([{ id: 'a', document: null }], placeAt(2n)),
    };
    it.each([
      ['its key is destroyed', 'before the text is kept', isText],
      ['its key is destroyed', 'before its words are', isWords],
      ['it is taken out', 'before the text is kept', isText],
      ['it is taken out', 'before its words are', isWords],
    ] as const)('nothing stays when %s %s', async (why, _, isThen) => {
      const place = aPlace();
      const index = meilisearchIndex(place, aLogTo(far));
      const other = meilisearchIndex(place, aLogTo(far));
      for (const each of [index, other]) await each.open(1);
      const content = { id: 'f', blobId: 'b', size: 1, mimeType: 'text/plain', eventId: 'e', sealed: null };
      await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(1n));
      await whenFirstAsked(
        isThen,
        () => take[why](other),
        () => index.putText('a', { text: 'Canar', isCut: false }),
      );
      const names = [await documentsAt(place), `${place.prefix}_texts`];
      expect(await Promise.all(names.map(isAnyOf))).toEqual([false, false]);
      expect(await index.keys()).toEqual([]);
    });
  });

  it('opens to a question only what whoever asks may find', async () => {
    const place = aPlace();
    const index = meilisearchIndex(place, aLogTo(far));
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(1n));
    const real = globalThis.fetch;
    const tokens = new Set<string>();
    globalThis.fetch = (address, init) => {
      if (new Request(address).url.includes('multi-search'))
        tokens.add(new Headers(init?.headers).get('authorization')!);
      return real(address, init);
    };
    try {
      await meilisearchSearches(place)(aQuery('bon', { scopes: ['client:moara'] }));
    } finally {
      globalThis.fetch = real;
    }
    const [token] = [...tokens];
    expect(token).not.toContain(MEILISEARCH_KEY);
    // whatever is asked with it, it opens nothing else
    const ask = { method: 'POST', headers: { authorization: token!, 'content-type': 'application/json' } };
    const answer = await real(`${node.url}/indexes/${await documentsAt(place)}/search`, { ...ask, body: '{"q":""}' });
    expect([answer.status, ((await answer.json()) as { hits: unknown[] }).hits]).toEqual([200, []]);
    const texts = await real(`${node.url}/indexes/${place.prefix}_texts/search`, { ...ask, body: '{"q":""}' });
    expect(texts.status).toBe(403);
  });

  it('is asked which others there are only of one that is behind', async () => {
    const place = aPlace();
    const index = meilisearchIndex(place, aLogTo(far));
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(7n));
    await index.settle();
    const real = globalThis.fetch;
    let lists = 0;
    globalThis.fetch = (address, init) => {
      const { pathname, searchParams } = new URL(new Request(address, init).url);
      // a list has as many pages as the server has indexes of others
      if (pathname.endsWith('/indexes') && Number(searchParams.get('offset')) === 0) lists += 1;
      return real(address, init);
    };
    const asked = async (least: bigint) => {
      const before = lists;
      const { behind } = await index.search(aQuery('bon', { least }));
      return [behind, lists - before];
    };
    try {
      expect(await asked(7n)).toEqual([undefined, 0]);
      expect(await asked(8n)).toEqual(['shortly', 1]);
    } finally {
      globalThis.fetch = real;
    }
  });

  it('is asked for no more of a text than is looked through', async () => {
    const place = aPlace();
    const index = meilisearchIndex(place, aLogTo(far));
    await index.open(1);
    const content = { id: 'f', blobId: 'b', size: 1, mimeType: 'text/plain', eventId: 'e', sealed: null };
    await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(1n));
    const text = `Canarul ${'nimic '.repeat(60_000)}papagalul`;
    await index.putText('a', { text, isCut: false });
    const real = globalThis.fetch;
    let letters = 0;
    globalThis.fetch = async (address, init) => {
      const answer = await real(address, init);
      letters += (await answer.clone().text()).length;
      return answer;
    };
    try {
      const [hit] = (await index.search(aQuery('canarul'))).hits;
      expect(hit!.excerpt[0]).toEqual({ text: 'Canarul', hit: true });
      expect((await index.search(aQuery('papagalul'))).total).toBe(1);
    } finally {
      globalThis.fetch = real;
    }
    expect(letters).toBeLessThan(2 * 210_000);
    // all of it is there when the index is filled anew
    await index.settle();
    await index.open(2);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(1n));
    await index.settle();
    expect((await index.search(aQuery('papagalul'))).total).toBe(1);
  });

  describe('of a key that was replaced at the server', () => {
    const real = globalThis.fetch;
    const ofKeys = async (method: string, path = '', body?: object) => {
      const headers = { authorization: `Bearer ${MEILISEARCH_KEY}`, 'content-type': 'application/json' };
      const answer = await real(`${node.url}/keys${path}`, { method, headers, body: body && JSON.stringify(body) });
      return (answer.status === 204 ? null : await answer.json()) as { uid: string; results: { uid: string }[] };
    };
    const removeAll = async () => {
      for (const { uid } of (await ofKeys('GET')).results) await ofKeys('DELETE', `/${uid}`);
    };
    const add = () => ofKeys('POST', '', { actions: ['search'], indexes: ['*'], expiresAt: null });
    const finds = async (search: SearchIndex['search']) => (await search(aQuery('bon'))).hits.length;

    it('asks for the new one', async () => {
      const place = aPlace();
      const index = meilisearchIndex(place, aLogTo(far));
      await index.open(1);
      await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(1n));
      const search = meilisearchSearches(place);
      expect(await finds(search)).toBe(1);
      await removeAll();
      await add();
      expect(await Promise.all([finds(search), finds(search)])).toEqual([1, 1]);
    });

    it('says so when the new one is refused, too', async () => {
      const place = aPlace();
      const index = meilisearchIndex(place, aLogTo(far));
      await index.open(1);
      const search = meilisearchSearches(place);
      await finds(search);
      let asked = 0;
      globalThis.fetch = async (address, init) => {
        // as when it is replaced again each time
        if (new Request(address, init).url.endsWith('/multi-search')) {
          asked += 1;
          await removeAll();
          await add();
        }
        return real(address, init);
      };
      try {
        await expect(finds(search)).rejects.toThrow(Unavailable);
      } finally {
        globalThis.fetch = real;
      }
      expect(asked).toBe(2);
    });
  });

  describe('of several processes', () => {
    const put = (index: SearchIndex, title: string, upTo: bigint) =>
      index.put([{ id: 'a', document: aDocument('a', title) }], placeAt(upTo));
    const titled = async (index: SearchIndex, word: string) => (await index.search(aQuery(word))).hits.length;

    it('keeps what one has put, however late another puts what was before', async () => {
      const place = aPlace();
      const one = meilisearchIndex(place, aLogTo(far));
      const other = meilisearchIndex(place, aLogTo(far));
      for (const each of [one, other]) await each.open(1);
      await put(one, 'Bon', 7n);
      await put(one, 'Contract', 8n);
      await put(other, 'Bon', 7n);
      expect([await titled(one, 'contract'), await titled(one, 'bon')]).toEqual([1, 0]);
      expect((await other.open(1)).position).toBe(8n);
    });

    it('is settled by one of them, and the other goes on with it', async () => {
      const place = aPlace();
      const one = meilisearchIndex(place, aLogTo(far));
      const other = meilisearchIndex(place, aLogTo(far));
      await one.open(1);
      await put(one, 'Bon', 7n);
      await one.settle();
      for (const each of [one, other]) await each.open(2);
      for (const each of [one, other]) await put(each, 'Bon nou', 7n);
      // the other at the very moment at which the one says that it is filled
      await whenFirstAsked(
        isWrite,
        () => one.settle(),
        () => other.settle(),
      );
      expect([await titled(one, 'nou'), await titled(other, 'nou')]).toEqual([1, 1]);
      await put(other, 'Bon nou', 8n);
      for (const each of [one, other]) expect(await each.open(2)).toEqual({ ...placeAt(8n), isSettled: true });
    });

    it('is searched by those who have asked it where to search just before another took its place', async () => {
      const place = aPlace();
      const index = meilisearchIndex(place, aLogTo(far));
      await index.open(1);
      await put(index, 'Bon', 7n);
      await index.settle();
      await index.open(2);
      await put(index, 'Bon', 7n);
      const isSearch = (url: string) => url.endsWith('/multi-search');
      await whenFirstAsked(
        isSearch,
        () => index.settle(),
        async () => expect(await titled(index, 'bon')).toBe(1),
      );
    });

    it('loses what a late write has left of an older one', async () => {
      const place = aPlace();
      const index = meilisearchIndex(place, aLogTo(far));
      await index.open(1);
      await put(index, 'Bon', 7n);
      const headers = { authorization: `Bearer ${MEILISEARCH_KEY}`, 'content-type': 'application/json' };
      const late = { method: 'PUT', headers, body: JSON.stringify([{ id: 'a', key: 'k', text: 'xcanar' }]) };
      const older = `${node.url}/indexes/${place.prefix}_documents_1`;
      await fetch(`${older}/documents`, late);
      await new Promise((go) => setTimeout(go, 100));
      expect(await index.keys()).toEqual(['client:brutarie']);
      expect((await fetch(older, { headers })).status).toBe(404);
    });

    it('is opened again by those under whom another has filled it anew', async () => {
      const place = aPlace();
      let head = 9n;
      const one = meilisearchIndex(place, aLogTo(far));
      const other = meilisearchIndex(
        place,
        aLogTo(() => Promise.resolve(head)),
      );
      await one.open(1);
      await put(one, 'Bon', 7n);
      head = 6n;
      await other.open(1);
      await expect(put(one, 'Bon', 8n)).rejects.toThrow(Unavailable);
      expect(await one.open(1)).toEqual({ position: null, leaf: null, isSettled: false });
    });

    it('is opened again by those under whom it was taken away', async () => {
      const place = aPlace();
      const index = meilisearchIndex(place, aLogTo(far));
      await index.open(1);
      await put(index, 'Bon', 7n);
      const headers = { authorization: `Bearer ${MEILISEARCH_KEY}` };
      await fetch(`${node.url}/indexes/${await documentsAt(place)}`, { method: 'DELETE', headers });
      await new Promise((go) => setTimeout(go, 100));
      await expect(put(index, 'Bon', 8n)).rejects.toThrow(Unavailable);
      expect(await index.open(1)).toEqual({ position: null, leaf: null, isSettled: false });
    });
  });

  it('is searched as it was filled anew when the process ends in between', async () => {
    const place = aPlace();
    const index = meilisearchIndex(place, aLogTo(far));
    await index.open(1);
    await index.settle();
    await index.open(2);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(7n));
    const real = globalThis.fetch;
    let writes = 0;
    // as when the process is killed after the first thing that it asks for
    globalThis.fetch = (address, init) => {
      const { url, method } = new Request(address, init);
      if (isWrite(url, method) && (writes += 1) > 1) return Promise.reject(new TypeError('killed'));
      return real(address, init);
    };
    try {
      await expect(index.settle()).rejects.toThrow(Unavailable);
    } finally {
      globalThis.fetch = real;
    }
    const next = meilisearchIndex(place, aLogTo(far));
    const { isSettled } = await next.open(2);
    if (!isSettled) await next.settle();
    expect((await next.search(aQuery('bon'))).hits.map(({ id }) => id)).toEqual(['a']);
    expect(await next.open(2)).toEqual({ ...placeAt(7n), isSettled: true });
  });
});
