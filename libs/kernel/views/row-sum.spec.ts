import { masters } from '../keys/masters';
import { memoryLedger } from '../memory/ledger';
import { memoryReadStore } from '../memory/read-store';
import { Unavailable, type ReadStore, type StoredRow } from '../ports';
import { put, type Projector } from '../model/projector';
import { changedRows, fits, sumOfRows } from './row-sum';
import { keepProjecting } from './keep-projecting';
import { aCommandHandler, registry, type AccountEvent } from '../testing/account';
import { viewMemory } from './view-memory';
import { staysSo, turnsTaken, until } from '../testing/waiting';

const KEY = Buffer.alloc(32, 7);
type Rights = { readonly id: string; readonly may: number };

/** Rights that grow with the deposits of an account. */
const rights: Projector<AccountEvent, Rights> = {
  view: 'rights',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  isSummed: true,
  on: {
    Opened: (_, { resource: { id } }) => put(id, { id, may: 0 }),
    Deposited: async ({ amount }, { resource: { id } }, rows) => {
      const row = await rows.get(id);
      return row ? put(id, { ...row, may: row.may + amount }) : [];
    },
  },
};

/** A store in which somebody changes rows without the reader knowing, until it is emptied. */
const changedIn = (
  store: ReadStore,
  change: (rows: readonly StoredRow[]) => readonly StoredRow[],
  sum?: string,
): ReadStore => {
  let isChanged = true;
  const find: ReadStore['find'] = async (view, asked) => {
    const found = await store.own.find(view, asked);
    return isChanged ? change(found) : found;
  };
  return {
    ...store,
    find,
    own: { ...store.own, find },
    state: async (view) => ({ ...(await store.state(view)), ...(isChanged && sum !== undefined && { sum }) }),
    drop: async (view) => {
      isChanged = false;
      await store.drop(view);
    },
  };
};

const aWorld = async () => {
  const world = aCommandHandler();
  const reads = memoryReadStore();
  for (const id of ['ana', 'bogdan', 'carmen']) await world.handle(id, { type: 'Open', data: { owner: id } });
  const changed: string[] = [];
  const run = (store: ReadStore) => {
    const stop = new AbortController();
    const ports = {
      events: world.events,
      vault: world.vault,
      keyring: world.keyring,
      reads: store,
      signals: { send() {} },
      rowsKey: KEY,
      onChangedRows: (view: string) => void changed.push(view),
      onFailure: (error: Error) => {
        if (!(error instanceof Unavailable)) throw error;
      },
      sealing: { events: world.events, ledger: memoryLedger(), masters: masters([KEY]), host: 'h', sealer: null },
    };
    const ended = keepProjecting([rights], registry, ports, stop.signal);
    return { end: () => (stop.abort(), ended) };
  };
  const isFilled = async () => {
    const { position, isSettled } = await reads.state(rights);
    return isSettled && position === (await world.events.head());
  };
  const filled = async () => {
    const running = run(reads);
    await until(isFilled);
    await running.end();
  };
  const rowsNow = () => reads.own.find(rights, { where: {} });
  const known = async (store: ReadStore, onChangedRows: (view: string) => void = () => {}) => {
    const stop = new AbortController();
    const memory = viewMemory<Rights>(rights, {
      events: world.events,
      reads: store,
      registry,
      rowsKey: KEY,
      onChangedRows,
    });
    void memory.open(stop.signal);
    return { memory, end: () => stop.abort() };
  };
  await filled();
  return { ...world, reads, changed, run, filled, isFilled, rowsNow, known };
};

describe('rows that bear a sum', () => {
  it('fit it after each change, also of a view that is written to again and again', async () => {
    const { handle, reads, changed, filled, rowsNow } = await aWorld();
    for (const amount of [1, 2, 3]) {
      await handle('ana', { type: 'Deposit', data: { amount } });
      await handle('dan', { type: 'Open', data: { owner: 'Dan' } });
      await filled();
      const rows = await rowsNow();
      expect(fits(await sumOfRows(KEY, rights, rows), await reads.state(rights), rows)).toBe(true);
      expect(fits(await sumOfRows(Buffer.alloc(32), rights, rows), await reads.state(rights), rows)).toBe(false);
    }
    expect(changed).toEqual([]);
  });

  const edited = (rows: readonly StoredRow[]) =>
    rows.map((row) => (row.id === 'ana' ? { ...row, json: row.json.replace('"may":0', '"may":1000') } : row));
  it.each<[string, (rows: readonly StoredRow[]) => readonly StoredRow[]]>([
    ['edited', edited],
    ['missing', (rows) => rows.filter(({ id }) => id !== 'bogdan')],
    ['added', (rows) => [...rows, { ...rows[0]!, id: 'eva', json: '{"id":"eva","may":9}' }]],
    ['exchanged', ([one, two, ...rest]) => [{ ...one!, json: two!.json }, { ...two!, json: one!.json }, ...rest]],
  ])('are filled anew before anybody believes them when one is %s', async (_, change) => {
    const { reads, changed, run, isFilled, rowsNow, known } = await aWorld();
    const before = await rowsNow();
    const store = changedIn(reads, change);
    const { memory, end } = await known(store);
    await staysSo(() => !memory.isReady && [...memory.values()].length === 0, 250);
    const running = run(store);
    await until(() => memory.isReady);
    await until(isFilled);
    expect(changed).toEqual(['rights']);
    expect(await rowsNow()).toEqual(before);
    expect(memory.get('ana')).toEqual({ id: 'ana', may: 0 });
    expect(changedRows('rights')).toMatch(
      /^rows of the view rights are not what was written: .*filled anew from the log/,
    );
    end();
    await running.end();
  });

  it('are not believed when all of them, and their sum, are those of a former day', async () => {
    const { handle, reads, changed, filled, run, isFilled, rowsNow } = await aWorld();
    const former = await rowsNow();
    const { sum } = await reads.state(rights);
    await handle('ana', { type: 'Deposit', data: { amount: 5 } });
    await filled();
    const running = run(changedIn(reads, () => former, sum));
    await until(() => changed.length > 0);
    await until(isFilled);
    expect((await rowsNow()).find(({ id }) => id === 'ana')!.json).toContain('"may":5');
    await running.end();
  });

  it('are not made right by the next event about a row that was changed while they are written', async () => {
    const { handle, reads, changed, run, isFilled, rowsNow } = await aWorld();
    let isRead = false;
    let change = (row: StoredRow | null) => row;
    const get: ReadStore['get'] = async (view, id) => change(await reads.own.get(view, id));
    const find: ReadStore['find'] = async (view, asked) => {
      isRead = true;
      return (await reads.own.find(view, asked)).map((row) => change(row)!);
    };
    const drop: ReadStore['drop'] = async (view) => {
      change = (row) => row;
      await reads.drop(view);
    };
    const running = run({ ...reads, get, find, drop, own: { ...reads.own, get, find } });
    await until(() => isRead);
    await turnsTaken();
    change = (row) => row && { ...row, json: row.json.replace('"may":0', '"may":900') };
    await handle('ana', { type: 'Deposit', data: { amount: 5 } });
    await until(() => changed.length > 0);
    await until(isFilled);
    expect((await rowsNow()).find(({ id }) => id === 'ana')!.json).toContain('"may":5');
    await running.end();
  });

  it('are emptied by whoever does not believe them while nobody else does', async () => {
    const { reads, changed, run, known } = await aWorld();
    const store = changedIn(reads, edited);
    const told: string[] = [];
    const { memory, end } = await known(store, (view) => told.push(view));
    await until(() => told.length === 1);
    expect((await reads.state(rights)).position).toBeNull();
    const running = run(store);
    await until(() => memory.isReady);
    expect([memory.get('ana'), changed]).toEqual([{ id: 'ana', may: 0 }, []]);
    end();
    await running.end();
  });

  it('let everything else have its turn while many of them are summed', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: `r${at}`, position: 1n, json: 'x'.repeat(400) }));
    let turns = 0;
    const looking = setInterval(() => (turns += 1));
    await sumOfRows(KEY, rights, rows);
    clearInterval(looking);
    expect(turns).toBeGreaterThan(1);
  });
});
