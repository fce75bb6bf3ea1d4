import { memoryReadStore } from '../memory/read-store';
import { put, type Projector } from '../model/projector';
import { aCommandHandler, registry, type AccountEvent } from '../testing/account';
import { viewMemory } from './view-memory';
import { staysSo, turnsTaken } from '../testing/waiting';

type Saved = { readonly saved: number };
const saved: Projector<AccountEvent, Saved> = {
  view: 'saved',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  on: {
    Deposited: async ({ amount }, { resource: { id } }, rows) =>
      put(id, { saved: ((await rows.get(id))?.saved ?? 0) + amount }),
  },
};

describe('a view in memory', () => {
  const aView = async () => {
    const { events, handle } = aCommandHandler();
    const reads = memoryReadStore();
    await reads.open([saved]);
    await reads.settle(saved);
    const memory = viewMemory<Saved>(saved, { events, reads, registry });
    return { events, memory, deposit: (amount: number) => handle('a', { type: 'Deposit', data: { amount } }) };
  };

  it('knows what happened before it was opened, and what is appended from then on', async () => {
    const { events, memory, deposit } = await aView();
    await deposit(5);
    const stop = new AbortController();
    await memory.open(stop.signal);
    expect(memory.get('a')).toEqual({ saved: 5 });
    await deposit(10);
    await memory.reach((await events.head())!);
    expect(memory.get('a')).toEqual({ saved: 15 });
    // a position that was reached already needs no waiting
    await memory.reach((await events.head())!);
    expect(memory.position).toBe(await events.head());
    stop.abort();
  });

  it('knows what comes after a rest at once: it has kept nobody waiting that would have to come first', async () => {
    const { events, memory, deposit } = await aView();
    await deposit(5);
    const stop = new AbortController();
    await memory.open(stop.signal);
    await turnsTaken();
    await deposit(10);
    let turns = 0;
    const turn = setImmediate(() => (turns += 1));
    await memory.reach((await events.head())!);
    expect(turns).toBe(0);
    clearImmediate(turn);
    stop.abort();
  });

  it('says of nothing that it is known before it is open', async () => {
    const { events, memory, deposit } = await aView();
    await deposit(5);
    let isKnown = false;
    const known = memory.reach((await events.head())!).then(() => (isKnown = true));
    await staysSo(() => !memory.isReady && !isKnown);
    const stop = new AbortController();
    await memory.open(stop.signal);
    await known;
    expect(memory.isReady).toBe(true);
    stop.abort();
  });
});
