import { keepIndexing, type IndexingPorts } from './keep-indexing';
import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { keyring, masters, put, refuseLog, Tries, Unavailable, type Projector, type Stop } from '@dosar/kernel/runtime';
import { aCommandHandler, master, registry, type AccountEvent } from '@dosar/kernel/testing/account';
import type { SearchContent, SearchDocument } from './document';
import { memorySearchIndex } from './memory';
import type { SearchQuery, SearchText } from './search-index';
import { staysSo, until } from '@dosar/kernel/testing/waiting';

const contentOf = (id: string) => ({
  id,
  blobId: `blob of ${id}`,
  size: 1,
  mimeType: 'text/plain',
  eventId: id,
  sealed: null,
});
/** Accounts, found by their owner and by the number of deposits. */
const accounts = (version = 1, isBroken = false): Projector<AccountEvent, SearchDocument> => ({
  view: 'accounts',
  version,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'if readable',
  on: {
    Opened: ({ owner }, { stream, occurredAt: at }) => {
      const id = stream.slice('account-'.length);
      if (isBroken && id === 'b') throw new Error('it cannot be taken');
      const found = {
        id,
        kind: 'account',
        key: `account:${id}/1`,
        scopes: ['all'],
        title: owner ?? '',
        notes: [],
        content: contentOf(id),
      };
      const facts = { size: null, sum: null, facets: {} };
      const others = { isDeleted: false, createdAt: at, updatedAt: at };
      return put(id, { ...found, ...facts, ...others });
    },
    Deposited: async (_, { stream }, rows) => {
      const document = await rows.get(stream.slice('account-'.length));
      return document ? put(document.id, { ...document, notes: [...document.notes, 'plătit'] }) : [];
    },
  },
});

const aWorld = () => {
  const events = memoryEventStore();
  const commands = aCommandHandler({ events });
  const index = memorySearchIndex();
  const ring = keyring(commands.vault, masters([master]));
  const givenUp: string[] = [];
  let processes = 0;
  const run = (projector = accounts(), more: Partial<IndexingPorts> = {}) => {
    const stop = new AbortController();
    const stops: Stop[] = [];
    const process = `process ${(processes += 1)}`;
    const tries = new Tries({
      vault: commands.vault,
      kind: 'document',
      process,
      isAlone: true,
      onGivenUp: (_, about) => void givenUp.push(about),
    });
    const read = async () => ({ text: 'înăuntru', isCut: false });
    const said = { onStop: (at: Stop) => void stops.push(at), onFailure() {}, onRecovery() {} };
    const running = keepIndexing(
      projector,
      registry,
      { events, index, keyring: ring, vault: commands.vault, tries, read, ...said, ...more },
      stop.signal,
    );
    const end = async () => {
      stop.abort();
      await running;
    };
    /** Work under way is not awaited: it never ends. */
    const die = () => stop.abort();
    return { end, die, stops };
  };
  const found = async (text: string) => {
    const page = { sort: 'name', order: 'asc', skip: 0, limit: 9 } as const;
    const all = { scopes: ['all'], kinds: [{ kind: 'account' }], deleted: 'without', where: {} } as const;
    return (await index.search({ text, ...page, ...all } satisfies SearchQuery)).hits.map(({ title }) => title).join();
  };
  const open = (id: string, owner: string) => commands.handle(id, { type: 'Open', data: { owner } });
  const pay = (id: string) => commands.handle(id, { type: 'Deposit', data: { amount: 1 } });
  return { index, ring, vault: commands.vault, givenUp, run, found, open, pay };
};

describe('the index', () => {
  it('is filled from the past, kept in step, and gone on with', async () => {
    const { run, found, open, pay } = aWorld();
    await open('a', 'Ana');
    const first = run();
    await until(async () => (await found('ana')) === 'Ana');
    await open('b', 'Dan');
    await pay('a');
    await until(async () => (await found('platit')) === 'Ana' && (await found('dan')) === 'Dan');
    await first.end();
    await pay('b');
    const second = run();
    await until(async () => (await found('platit')) === 'Ana,Dan');
    await second.end();
  });

  it('is opened again while it is filled when the log was set back, and not otherwise', async () => {
    const { run, found, open, index, vault } = aWorld();
    let opened = 0;
    const counting = { ...index, open: (version: number) => ((opened += 1), index.open(version)) };
    await open('a', 'Ana');
    const running = run(accounts(), { index: counting });
    await until(async () => (await found('ana')) === 'Ana');
    const before = opened;
    await staysSo(() => opened === before, 600);
    await refuseLog(vault, 'the log was set back');
    await until(() => opened > before);
    await open('b', 'Dan');
    await until(async () => (await found('dan')) === 'Dan');
    expect(opened).toBe(before + 1);
    await running.end();
  });

  it('has the texts inside documents, and whoever stops waits for none', async () => {
    const { run, found, open, index } = aWorld();
    await open('a', 'Ana');
    const cutOff = run(accounts(), {
      read: (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(new Unavailable('cut off')))),
    });
    await until(async () => (await found('ana')) === 'Ana');
    await cutOff.end();
    expect(await index.unread('waiting', 9)).toEqual([{ id: 'a', content: contentOf('a') }]);
    const failing = { times: 0 };
    const read = async () => {
      failing.times += 1;
      if (failing.times === 1) throw new Unavailable('not now');
      return { text: 'înăuntru', isCut: false };
    };
    const second = run(accounts(), { read });
    await until(async () => (await found('inauntru')) === 'Ana');
    await second.end();
    expect([await index.unread('waiting', 9), failing.times]).toEqual([[], 2]);
  });

  it('has what stands in pictures once somebody recognizes it, and other texts do not wait for that', async () => {
    const { run, found, open, index } = aWorld();
    const isScanned = async () => (await index.unread('scanned', 9)).length;
    await open('a', 'Ana');
    const without = run(accounts(), { read: async () => ({ text: 'pagină', isCut: false, isScanned: true }) });
    await until(async () => (await isScanned()) === 1 && (await found('pagina')) === 'Ana');
    await without.end();
    let recognized = (_: SearchText) => {};
    const recognize = () => new Promise<SearchText>((resolve) => (recognized = resolve));
    const after = run(accounts(), { recognize });
    await open('b', 'Dan');
    await until(async () => (await found('inauntru')) === 'Dan');
    recognized({ text: 'pagină și ștampilă', isCut: false });
    await until(async () => (await found('stampila')) === 'Ana');
    expect(await isScanned()).toBe(0);
    await after.end();
  });

  it('reads few documents while many events come, and all of them afterwards', async () => {
    const { run, index, open, pay } = aWorld();
    const ids = [...'abcdefghijklmnopqrstuvwxyz'];
    const read = async () => {
      await new Promise((go) => setTimeout(go, 20));
      return { text: 'înăuntru', isCut: false };
    };
    for (const id of ids) await open(id, id);
    const unread = async () => (await index.unread('waiting', ids.length)).length;
    const { end } = run(accounts(), { read });
    for (let round = 0; round < 20; round += 1) {
      for (const id of ids) await pay(id);
      await new Promise((go) => setTimeout(go, 40));
    }
    expect(await unread()).toBeGreaterThan(0);
    await until(async () => (await unread()) === 0);
    await end();
  });

  it('says what keeps it from going on, and that nothing does any more', async () => {
    const { run, found, open, index } = aWorld();
    const out = { documents: true, texts: true };
    const away = (what: keyof typeof out) => {
      if (out[what]) throw new Unavailable(`no ${what} now`);
    };
    const said: string[] = [];
    const put: typeof index.put = async (...asked) => (away('documents'), index.put(...asked));
    await open('a', 'Ana');
    const { end } = run(accounts(), {
      index: { ...index, put },
      read: async () => (away('texts'), { text: 'înăuntru', isCut: false }),
      onFailure: ({ message }) => void said.push(message),
      onRecovery: () => void said.push('well'),
    });
    await until(() => said.includes('no documents now'));
    out.documents = false;
    await until(() => said.includes('no texts now'));
    out.texts = false;
    await until(async () => (await found('inauntru')) === 'Ana' && said.at(-1) === 'well');
    expect(said.filter((each, at) => each !== said[at - 1])).toEqual([
      'no documents now',
      'well',
      'no texts now',
      'well',
    ]);
    await end();
  });

  it('loses what a destroyed key makes unreadable, and does not get it back', async () => {
    const { run, found, open, pay, ring, index } = aWorld();
    await open('a', 'Ana');
    await open('b', 'Anastasia');
    const first = run();
    await until(async () => (await found('inauntru')) === 'Ana,Anastasia');
    await ring.destroy('account:a/1');
    await until(async () => (await found('an')) === 'Anastasia');
    await pay('a');
    await pay('b');
    await until(async () => (await found('platit')) === 'Anastasia');
    expect([await found('an'), await found('inauntru'), await index.get('a')]).toEqual([
      'Anastasia',
      'Anastasia',
      null,
    ]);
    await first.end();
    // also while nothing fills the index
    await ring.destroy('account:b/1');
    const second = run();
    await until(async () => (await found('')) === '');
    await second.end();
  });

  it('is filled anew aside while the old one is searched', async () => {
    const { run, found, open, index } = aWorld();
    await open('a', 'Ana');
    await open('b', 'Dan');
    const first = run();
    await until(async () => (await found('inauntru')) === 'Ana,Dan');
    await first.end();
    const halfway = run(accounts(2, true));
    await until(() => halfway.stops.length > 0);
    expect(halfway.stops[0]).toMatchObject({ reason: 'Error: it cannot be taken' });
    expect(await found('inauntru')).toBe('Ana,Dan');
    await halfway.end();
    const mended = run(accounts(2));
    await until(async () => (await index.open(2)).isSettled);
    // texts inside documents are not read again
    expect([await found('inauntru'), await index.unread('waiting', 9)]).toEqual(['Ana,Dan', []]);
    await mended.end();
  });

  it('gives up a document that three processes did not survive, also when it is filled anew, until it is to be read again', async () => {
    const { run, found, open, index, givenUp, vault } = aWorld();
    const isRead: string[] = [];
    for (const id of ['a', 'b']) await open(id, id);
    let deadly = 'b';
    const read = async ({ blobId }: SearchContent) => {
      isRead.push(blobId);
      if (blobId === `blob of ${deadly}`) await new Promise(() => undefined);
      return { text: 'înăuntru', isCut: false };
    };
    for (let starts = 1; starts <= 3; starts += 1) {
      const dying = run(accounts(), { read });
      await until(() => isRead.filter((each) => each === 'blob of b').length === starts);
      await until(async () => (await index.unread('waiting', 9)).length === 1);
      dying.die();
    }
    const fourth = run(accounts(), { read });
    await until(async () => (await index.unread('given_up', 9)).length === 1);
    expect([givenUp, await found('inauntru')]).toEqual([['b'], 'a']);
    await fourth.end();
    const anew = run(accounts(2), { read, index: { ...memorySearchIndex() } });
    await until(() => isRead.filter((each) => each === 'blob of a').length >= 2);
    await anew.end();
    expect([givenUp, isRead.filter((each) => each === 'blob of b').length]).toEqual([['b'], 3]);
    deadly = 'none';
    const fifth = run(accounts(), { read });
    await vault.remove('try/document/blob of b');
    await until(async () => (await found('inauntru')) === 'a,b');
    await fifth.end();
  });
});
