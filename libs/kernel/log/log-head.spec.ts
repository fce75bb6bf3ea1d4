import { beginHead, countHead, keepHead, readHead } from './log-head';
import { memoryEventStore } from '../memory/event-store';
import { memoryVault } from '../memory/vault';
import { Unavailable } from '../ports';
import { readRefusal } from './log-refusal';
import { aCommandHandler } from '../testing/account';
import { turnsTaken, until } from '../testing/waiting';

const TIMERS = ['nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const;

describe('the head of a log that is known', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: [...TIMERS, 'Date', 'performance', 'queueMicrotask'] });
  });
  afterEach(() => jest.useRealTimers());

  it('is kept also when the vault was away as the log came to rest', async () => {
    const events = memoryEventStore();
    const { handle } = aCommandHandler({ events });
    const vault = memoryVault();
    let isAway = false;
    const replaceIf: typeof vault.replaceIf = async (...asked) => {
      if (isAway) throw new Unavailable('the vault is away');
      return vault.replaceIf(...asked);
    };
    const stop = new AbortController();
    const keeping = keepHead({ events, vault: { ...vault, replaceIf } }, stop.signal);

    await handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(async () => (await readHead(vault))?.size === 1);
    await handle('a', { type: 'Deposit', data: { amount: 1 } });
    await turnsTaken();
    isAway = true;
    jest.advanceTimersByTime(5_000);
    await turnsTaken();
    isAway = false;
    jest.advanceTimersByTime(5_000);
    await until(async () => (await readHead(vault))?.size === 2);
    expect(await readHead(vault)).toEqual(await countHead(events));
    stop.abort();
    await keeping;
  });

  it('is missed when it is taken away, and is not begun anew', async () => {
    const events = memoryEventStore();
    const { handle } = aCommandHandler({ events });
    const vault = memoryVault();
    await handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await beginHead({ events, vault });
    const stop = new AbortController();
    const keeping = keepHead({ events, vault }, stop.signal);
    await turnsTaken();
    await vault.remove('log/head');
    await handle('a', { type: 'Deposit', data: { amount: 1 } });
    await turnsTaken();
    jest.advanceTimersByTime(5_000);
    await until(async () => (await readRefusal(vault)) !== null);
    expect(await readRefusal(vault)).toMatch(/^the vault has lost what was known of the log: .*"dosar accept-log"/);
    expect(await readHead(vault)).toBeNull();
    stop.abort();
    await keeping;
    expect(await readHead(vault)).toBeNull();
  });

  it('is compared with what another process has counted, and the log is refused when they differ', async () => {
    const events = memoryEventStore();
    const { handle } = aCommandHandler({ events });
    await handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await handle('a', { type: 'Deposit', data: { amount: 1 } });
    /** A process that reads another first record than the rest. */
    const elsewhere: Pick<typeof events, 'follow'> = {
      async *follow(after, signal) {
        for await (const batch of events.follow(after, signal))
          yield batch.map((record) => (record.revision === 0 ? { ...record, text: '{}' } : record));
      },
    };
    const all = async (...logs: Pick<typeof events, 'follow'>[]) => {
      const vault = memoryVault();
      const stop = new AbortController();
      // neither has a stored head when it begins
      const keeping = logs.map((log) => keepHead({ events: log, vault }, stop.signal));
      await turnsTaken();
      stop.abort();
      await Promise.all(keeping);
      return { refusal: await readRefusal(vault), size: (await readHead(vault))?.size };
    };
    expect(await all(events, events)).toEqual({ refusal: null, size: 2 });
    const why = 'the first 2 records are not those that were known: the log was rewritten';
    expect(await all(events, elsewhere)).toEqual({ refusal: why, size: 2 });
  });

  it('is kept with every thousand records, and what is less waits', async () => {
    const events = memoryEventStore();
    const { handle } = aCommandHandler({ events });
    const vault = memoryVault();
    const stop = new AbortController();
    const keeping = keepHead({ events, vault }, stop.signal);
    const sizeKept = async () => (await readHead(vault))?.size;

    await handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await turnsTaken();
    const amounts = Array<number>(100).fill(1);
    for (let part = 0; part < 10; part += 1) await handle('a', { type: 'DepositMany', data: { amounts } });
    await until(async () => (await sizeKept()) === 1_001);
    await handle('a', { type: 'Deposit', data: { amount: 1 } });
    await turnsTaken();
    expect(await sizeKept()).toBe(1_001);
    jest.advanceTimersByTime(5_000);
    await until(async () => (await sizeKept()) === 1_002);
    stop.abort();
    await keeping;
  });
});
