import { z } from 'zod';
import {
  keyring,
  runProjectors,
  type AnyProjector,
  type EventStore,
  type Library,
  type Message,
  type ReadStore,
  type Recorded,
  type Rows,
  type Signal,
} from '@dosar/kernel';
import { memoryEventStore } from '../event-store/memory';
import { memoryReadStore } from '../read-store/memory';
import { AccountEvents, aDesk, balances, library, secret, type Balance } from './account';

const deposit = (amount: number) => ({ type: 'Deposit', data: { amount } }) as const;
const until = async (test: () => boolean | Promise<boolean>) => {
  for (let waited = 0; !(await test()); waited += 1) {
    if (waited > 400) throw new Error('it did not come to pass');
    await new Promise((go) => setTimeout(go, 5));
  }
};

const aWorld = () => {
  const events = memoryEventStore();
  const desk = aDesk({ events });
  const reads = memoryReadStore();
  const heard: Signal[] = [];
  const run = async (
    projectors: readonly AnyProjector[],
    parts: { events?: EventStore; reads?: ReadStore; library?: Library } = {},
  ) => {
    const stop = new AbortController();
    const ring = keyring(desk.vault, secret);
    const ports = {
      events,
      reads,
      keyring: ring,
      signals: { send: (signal: Signal) => void heard.push(signal) },
      ...parts,
    };
    const running = await runProjectors(projectors, parts.library ?? library, ports, stop.signal);
    const end = async () => {
      stop.abort();
      await running.ended;
    };
    return { ...running, end };
  };
  const caughtUp = (projector: AnyProjector) =>
    until(async () => (await reads.position(projector)) === (await events.head()));
  const row = async (projector: AnyProjector, id: string) => {
    const found = await reads.get(projector, id);
    return found && (JSON.parse(found.json) as Balance);
  };
  return { events, desk, reads, heard, run, caughtUp, row };
};

describe('the projectors', () => {
  it('fill a view from the past and keep it in step', async () => {
    const { desk, run, caughtUp, row, heard } = aWorld();
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await desk.submit('a', deposit(5));
    const view = balances();
    const running = await run([view]);
    await caughtUp(view);
    await desk.submit('a', deposit(7));
    await caughtUp(view);
    expect(await row(view, 'a')).toEqual({ id: 'a', owner: 'Ana', balance: 12, changes: 102 });
    expect(heard.at(-1)).toEqual({ kind: 'moved', views: ['balances'], position: '3', audiences: ['a'] });
    await running.end();
  });

  it('go on where they stopped, and do nothing twice', async () => {
    const { desk, run, caughtUp, row } = aWorld();
    const view = balances();
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let times = 0; times < 5; times += 1) {
      const running = await run([view]);
      await desk.submit('a', deposit(1));
      await caughtUp(view);
      await running.end();
      await desk.submit('a', deposit(1));
    }
    const last = await run([view]);
    await caughtUp(view);
    expect(await row(view, 'a')).toMatchObject({ balance: 10, changes: 110 });
    await last.end();
  });

  it('move all views that go together in one step', async () => {
    const { desk, run, caughtUp, heard } = aWorld();
    const [one, two] = [balances(), { ...balances(), view: 'again' }];
    const running = await run([one, two]);
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await caughtUp(two);
    expect(heard.filter(({ kind }) => kind === 'moved').map((signal) => 'views' in signal && signal.views)).toEqual([
      ['balances', 'again'],
    ]);
    await running.end();
  });

  it('fill a raised view aside: the older one is read until it is filled', async () => {
    const { desk, run, caughtUp, row, reads } = aWorld();
    const [older, newer] = [balances(1), balances(2)];
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await desk.submit('a', deposit(5));
    const first = await run([older]);
    await caughtUp(older);
    await first.end();
    let [letGo, held]: [() => void, Promise<void>] = [() => {}, Promise.resolve()];
    held = new Promise((resolve) => (letGo = resolve));
    const slow: ReadStore = { ...reads, apply: async (...batch) => (await held, reads.apply(...batch)) };
    const second = await run([newer], { reads: slow });
    expect([await reads.settled(newer), await row(newer, 'a')]).toEqual([
      false,
      expect.objectContaining({ changes: 101 }),
    ]);
    letGo();
    await until(() => reads.settled(newer));
    expect(await row(newer, 'a')).toMatchObject({ balance: 5, changes: 201 });
    await second.end();
  });

  it('fill a raised view from its own rows, not from those of the older one', async () => {
    const { desk, run, caughtUp, row, reads } = aWorld();
    const [older, newer] = [balances(1), balances(2)];
    // looking for rows has those applied that were held
    const looking: AnyProjector = {
      ...newer,
      on: {
        ...newer.on,
        Deposited: async (
          data: { amount: number },
          event: Recorded<Message<'Deposited', { amount: number }>>,
          rows: Rows<Balance>,
        ) => {
          expect(await rows.find({ where: {} })).toEqual([await rows.get('a')]);
          return newer.on.Deposited!(data, event, rows);
        },
      },
    };
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await desk.submit('a', deposit(5));
    await desk.submit('a', deposit(7));
    const first = await run([older]);
    await caughtUp(older);
    await first.end();
    const second = await run([looking]);
    await until(() => reads.settled(looking));
    expect(await row(looking, 'a')).toEqual({ id: 'a', owner: 'Ana', balance: 12, changes: 202 });
    await second.end();
  });

  it('lift an older event once, however many views it concerns', async () => {
    const { desk, run, caughtUp, row } = aWorld();
    const inCents = (view: string): AnyProjector => ({
      ...balances(),
      view,
      on: {
        ...balances().on,
        Deposited: ({ cents }: { cents: number }, event: Recorded, rows: Rows<Balance>) =>
          balances().on.Deposited!({ amount: cents }, event as never, rows),
      },
    });
    const cents = AccountEvents.shapes.Deposited.next(z.object({ cents: z.int() }), ({ amount }) => ({
      cents: amount * 100,
    }));
    const [one, two] = [inCents('one'), inCents('two')];
    const running = await run([one, two], { library: new Map([...library, ['Deposited', cents]]) });
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await desk.submit('a', deposit(5));
    await caughtUp(one);
    await caughtUp(two);
    expect([(await row(one, 'a'))?.balance, (await row(two, 'a'))?.balance]).toEqual([500, 500]);
    await running.end();
  });

  it('let a view that is behind join those that are up to date, without holding them up', async () => {
    const { desk, run, caughtUp, row } = aWorld();
    const [steady, late] = [balances(), { ...balances(), view: 'late' }];
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let at = 0; at < 50; at += 1) await desk.submit('a', deposit(1));
    const first = await run([steady]);
    await caughtUp(steady);
    await first.end();
    const second = await run([steady, late]);
    for (let at = 0; at < 20; at += 1) await desk.submit('a', deposit(1));
    await caughtUp(late);
    await caughtUp(steady);
    expect(await row(late, 'a')).toEqual(await row(steady, 'a'));
    expect(second.status().every(({ live }) => live)).toBe(true);
    await desk.submit('a', deposit(1));
    await caughtUp(late);
    expect(await row(late, 'a')).toMatchObject({ balance: 71 });
    await second.end();
  });

  it('stop a view at the event that it cannot digest; the others and the log go on, and a mended one continues there', async () => {
    const { desk, run, caughtUp, row, reads, heard, events } = aWorld();
    const good = balances();
    const picky: AnyProjector = {
      ...balances(),
      view: 'picky',
      on: {
        ...balances().on,
        Deposited: (
          data: { amount: number },
          event: Recorded<Message<'Deposited', { amount: number }>>,
          rows: Rows<Balance>,
        ) => {
          if (data.amount === 13) throw new Error('thirteen is not for me');
          return balances().on.Deposited!(data, event, rows);
        },
      },
    };
    const running = await run([good, picky]);
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    for (const amount of [1, 13, 2]) await desk.submit('a', deposit(amount));
    await caughtUp(good);
    expect(await row(good, 'a')).toMatchObject({ balance: 16 });
    expect([await reads.position(picky), (await row(picky, 'a'))?.balance]).toEqual([2n, 1]);
    const stop = running.status().find(({ view }) => view === 'picky')!;
    expect(stop).toMatchObject({ live: false, stop: { position: 3n, reason: expect.stringContaining('thirteen') } });
    expect(
      heard.some((signal) => signal.kind === 'stopped' && signal.view === 'picky' && signal.position === '3'),
    ).toBe(true);
    await desk.submit('a', deposit(4));
    await caughtUp(good);
    await running.end();

    const mended = await run([good, { ...picky, on: balances().on }]);
    await until(async () => (await reads.position(picky)) === (await events.head()));
    expect(await row(picky, 'a')).toEqual(await row(good, 'a'));
    await mended.end();
  });

  it('rebuild to the very same rows, whatever the batches were', async () => {
    const { desk, run, caughtUp, reads } = aWorld();
    const view = balances();
    const running = await run([view]);
    for (let at = 0; at < 40; at += 1) {
      if (at < 4) await desk.submit(`a${at}`, { type: 'Open', data: { owner: `Ana ${at}` } });
      await Promise.all([
        desk.submit(`a${at % 4}`, deposit(at + 1)),
        desk.submit(`a${(at + 1) % 4 < Math.min(at, 4) ? (at + 1) % 4 : 0}`, deposit(1)),
      ]);
    }
    await caughtUp(view);
    const incremental = await reads.find(view, { where: {} });
    await running.end();
    const anew = memoryReadStore();
    const rebuilding = await run([view], { reads: anew });
    await until(async () => (await anew.position(view)) === (await reads.position(view)));
    expect(await anew.find(view, { where: {} })).toEqual(incremental);
    await rebuilding.end();
  });

  it('end with an error when the views cannot be written, and lose nothing', async () => {
    const { desk, run, reads, caughtUp, row } = aWorld();
    const view = balances();
    await desk.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    const failing: ReadStore = { ...reads, apply: () => Promise.reject(new Error('no disk')) };
    const { ended } = await run([view], { reads: failing });
    await expect(ended).rejects.toThrow('no disk');
    const running = await run([view]);
    await caughtUp(view);
    expect(await row(view, 'a')).toMatchObject({ owner: 'Ana' });
    await running.end();
  });
});
