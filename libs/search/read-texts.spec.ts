import { memoryVault } from '@dosar/kernel/memory/vault';
import { Tries } from '@dosar/kernel/runtime';
import { placeAt } from '@dosar/kernel/testing';
import type { SearchContent, SearchDocument } from './document';
import { memorySearchIndex } from './memory';
import { readTexts } from './read-texts';
import { turnsTaken, until } from '@dosar/kernel/testing/waiting';

const aDocument = (id: string, key: string): SearchDocument => ({
  id,
  kind: 'file',
  key,
  scopes: [key],
  title: id,
  notes: [],
  isDeleted: false,
  size: 1,
  sum: null,
  facets: {},
  content: { id, blobId: `blob of ${id}`, size: 1, mimeType: 'text/plain', eventId: id, sealed: null },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

/** An index in which documents of the mill came before many of the bakery. */
const anIndex = async (ofMill: number, ofBakery: number) => {
  const index = memorySearchIndex();
  await index.open(1);
  const all = [
    ...Array.from({ length: ofMill }, (_, at) => aDocument(`m${at}`, 'client:moara')),
    ...Array.from({ length: ofBakery }, (_, at) => aDocument(`b${at}`, 'client:brutarie')),
  ];
  await index.put(
    all.map((document) => ({ id: document.id, document })),
    placeAt(0),
  );
  return index;
};

const reading = (index: Awaited<ReturnType<typeof anIndex>>, read: (id: string) => Promise<void>) => {
  const stop = new AbortController();
  const order: string[] = [];
  const tries = new Tries({
    vault: memoryVault(),
    kind: 'document',
    process: 'p',
    isAlone: true,
    onGivenUp() {},
  });
  const running = readTexts(
    {
      index,
      tries,
      isHeavy: () => false,
      worked() {},
      state: 'waiting',
      turns: { places: 3, dearMs: 1_000 },
      lookMs: 5,
      read: async ({ blobId }: SearchContent) => {
        const id = blobId.slice('blob of '.length);
        order.push(id);
        await Promise.race([read(id), new Promise((go) => stop.signal.addEventListener('abort', go))]);
        return { text: 'înăuntru', isCut: false };
      },
    },
    stop.signal,
  );
  const end = async () => {
    stop.abort();
    await running;
  };
  return { order, end };
};

const untilNone = (index: Awaited<ReturnType<typeof anIndex>>, key: string) =>
  until(async () => (await index.unread('waiting', 1, key)).length === 0);

describe('what is inside documents', () => {
  it('is read in turns of whose they are, in however many years they began', async () => {
    const index = memorySearchIndex();
    await index.open(1);
    const keys = ['files:moara/2025', 'files:moara/2026', 'files:moara/2027', 'files:brutarie/2027'];
    const all = keys.flatMap((key) => [1, 2, 3].map((at) => aDocument(`${key} ${at}`, key)));
    await index.put(
      all.map((document) => ({ id: document.id, document })),
      placeAt(0),
    );
    const { order, end } = reading(index, () => new Promise<void>(() => {}));
    await until(() => order.length >= 2);
    expect(
      order
        .slice(0, 2)
        .map((id) => id.slice('files:'.length, id.indexOf('/')))
        .sort(),
    ).toEqual(['brutarie', 'moara']);
    await end();
  });

  it('is read in turns of whose they are, of each the newest first', async () => {
    const index = await anIndex(3, 40);
    const { order, end } = reading(index, () => turnsTaken());
    await untilNone(index, 'client:moara');
    await end();
    expect(order.filter((id) => id.startsWith('m'))).toEqual(['m2', 'm1', 'm0']);
    expect(order.indexOf('m0')).toBeLessThan(10);
  });

  it('is read of one while what takes long of another never ends', async () => {
    const index = await anIndex(3, 40);
    const { order, end } = reading(index, async (id) =>
      id.startsWith('b') ? new Promise<never>(() => undefined) : undefined,
    );
    await untilNone(index, 'client:moara');
    await end();
    expect(order.filter((id) => id.startsWith('b')).length).toBeLessThanOrEqual(2);
  });

  it('that came while something was read is not waited for', async () => {
    const index = await anIndex(0, 2);
    const { end } = reading(index, async (id) =>
      id.startsWith('b') ? new Promise<never>(() => undefined) : undefined,
    );
    await turnsTaken();
    await index.put([{ id: 'm', document: aDocument('m', 'client:moara') }], placeAt(1));
    await untilNone(index, 'client:moara');
    await end();
  });
});
