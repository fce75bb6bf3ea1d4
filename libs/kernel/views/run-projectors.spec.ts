import { z } from 'zod';
import { eventRegistry, type EventRegistry, type Recorded } from '../model/event';
import { InstallationEvents } from '../model/installation.events';
import { keyring, type Keyring } from '../keys/keyring';
import { masters } from '../keys/masters';
import { memoryEventStore } from '../memory/event-store';
import { memoryReadStore } from '../memory/read-store';
import type { Message } from '../model/message';
import { recordOf } from '../log/installation-stream';
import { placeOf } from '../log/place';
import { Unavailable, type EventStore, type ReadStore, type Signal } from '../ports';
import { put, remove, type AnyProjector, type Rows, type Write } from '../model/projector';
import { runProjectors } from './run-projectors';
import { AccountEvents, aCommandHandler, balances, master, registry, type Balance } from '../testing/account';
import type { Stop } from './view-runner';
import { until } from '../testing/waiting';

const deposit = (amount: number) => ({ type: 'Deposit', data: { amount } }) as const;
const aWorld = () => {
  const events = memoryEventStore();
  const commandHandler = aCommandHandler({ events });
  const reads = memoryReadStore();
  const heard: Signal[] = [];
  const stops: [string, Stop][] = [];
  const run = async (
    projectors: readonly AnyProjector[],
    parts: { events?: EventStore; reads?: ReadStore; registry?: EventRegistry; keyring?: Keyring } = {},
  ) => {
    const stop = new AbortController();
    const ring = keyring(commandHandler.vault, masters([master]));
    const ports = {
      events,
      reads,
      keyring: ring,
      signals: { send: (signal: Signal) => void heard.push(signal) },
      onStop: (view: string, stop: Stop) => void stops.push([view, stop]),
      ...parts,
    };
    const running = await runProjectors(projectors, parts.registry ?? registry, ports, stop.signal);
    const end = async () => {
      stop.abort();
      await running.ended;
    };
    return { ...running, end };
  };
  const caughtUp = (projector: AnyProjector) =>
    until(async () => (await reads.state(projector)).position === (await events.head()));
  const row = async (projector: AnyProjector, id: string) => {
    const found = await reads.get(projector, id);
    return found && (JSON.parse(found.json) as Balance);
  };
  return { events, commandHandler, reads, heard, stops, run, caughtUp, row };
};

describe('the projectors', () => {
  it('fill a view from the past and keep it in step', async () => {
    const { commandHandler, run, caughtUp, row, heard } = aWorld();
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await commandHandler.handle('a', deposit(5));
    const view = balances();
    const running = await run([view]);
    await caughtUp(view);
    await commandHandler.handle('a', deposit(7));
    await caughtUp(view);
    expect(await row(view, 'a')).toEqual({ id: 'a', owner: 'Ana', balance: 12, changes: 102 });
    expect(heard.at(-1)).toEqual({ kind: 'moved', views: ['balances'], position: '3', audiences: ['a'] });
    await running.end();
  });

  it('go on when the key of somebody else is destroyed among what they are filled with', async () => {
    const { commandHandler, run, caughtUp, row, stops } = aWorld();
    for (const id of ['a', 'b', 'c']) await commandHandler.handle(id, { type: 'Open', data: { owner: `of ${id}` } });
    const ring = keyring(commandHandler.vault, masters([master]));
    const { on } = balances();
    const view: AnyProjector = {
      ...balances(),
      on: {
        ...on,
        Opened: async (data: { owner: string }, event: Recorded, rows: Rows<Balance>) => {
          if (event.resource.id === 'a') await ring.destroy('account:b/1');
          return (on.Opened as (...of: unknown[]) => Write<Balance>)(data, event, rows);
        },
      },
    };
    const running = await run([view], { keyring: ring });
    await caughtUp(view);
    expect(stops).toEqual([]);
    expect(await row(view, 'b')).toMatchObject({ owner: null });
    expect(await row(view, 'c')).toMatchObject({ owner: 'of c' });
    await running.end();
  });

  it('keep what rows were of a view that says so, also of those that they are filled with at once', async () => {
    const { commandHandler, run, caughtUp, reads } = aWorld();
    const view = { ...balances(), keepsFormer: true } as const;
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (const amount of [5, 7]) await commandHandler.handle('a', deposit(amount));
    const running = await run([view]);
    await caughtUp(view);
    await commandHandler.handle('a', deposit(9));
    await caughtUp(view);
    const balanceAt = async (at: bigint) => {
      const row = await reads.get(view, 'a', at);
      return row && (JSON.parse(row.json) as Balance).balance;
    };
    expect(await Promise.all([0n, 1n, 2n, 3n, 4n].map(balanceAt))).toEqual([null, 0, 5, 12, 21]);
    await expect(reads.get(view, 'a', 5n)).rejects.toThrow(Unavailable);
    await running.end();
  });

  it('make former rows again without a key that is destroyed, and tell whoever sees the rows', async () => {
    const all = eventRegistry(AccountEvents, InstallationEvents);
    const { commandHandler, run, caughtUp, row, reads, events, heard } = aWorld();
    const view: AnyProjector = {
      ...balances(),
      keepsFormer: true,
      subjectsOf: ({ id }: Balance) => [id],
      forgets: {
        account: async ({ id }, rows: Rows<Balance>) => {
          const found = await rows.get(id);
          return found ? put(id, { ...found, owner: null }) : [];
        },
      },
    };
    for (const id of ['a', 'b']) await commandHandler.handle(id, { type: 'Open', data: { owner: `of ${id}` } });
    const ring = keyring(commandHandler.vault, masters([master]));
    const running = await run([view], { registry: all, keyring: ring });
    await commandHandler.handle('a', deposit(5));
    await caughtUp(view);
    await ring.destroy('account:a/1');
    const actedAt = '2026-01-01T12:00:00.000Z';
    const data = { what: 'destruction', about: 'account:a/1', count: null, root: null, actedAt } as const;
    await events.append('installation', -1, [recordOf({ type: 'OperatorActed', data }, 0, 'i', actedAt)]);
    await caughtUp(view);
    expect(await row(view, 'a')).toMatchObject({ owner: null, balance: 5 });
    const owners = async (id: string) =>
      Promise.all([2n, 3n].map(async (at) => (JSON.parse((await reads.get(view, id, at))!.json) as Balance).owner));
    expect([await owners('a'), await owners('b')]).toEqual([
      [null, null],
      ['of b', 'of b'],
    ]);
    expect(heard.at(-1)).toEqual({ kind: 'moved', views: ['balances'], position: '4', audiences: ['a'] });
    await running.end();
  });

  it('tell whoever saw a row that is taken out', async () => {
    const { commandHandler, run, caughtUp, row, heard } = aWorld();
    const view: AnyProjector = { ...balances(), on: { ...balances().on, Deposited: () => remove('a') } };
    const running = await run([view]);
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await caughtUp(view);
    await commandHandler.handle('a', deposit(7));
    await caughtUp(view);
    expect(await row(view, 'a')).toBeNull();
    expect(heard.at(-1)).toEqual({ kind: 'moved', views: ['balances'], position: '2', audiences: ['a'] });
    await running.end();
  });

  it('go on where they stopped, and do nothing twice', async () => {
    const { commandHandler, run, caughtUp, row } = aWorld();
    const view = balances();
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let times = 0; times < 5; times += 1) {
      const running = await run([view]);
      await commandHandler.handle('a', deposit(1));
      await caughtUp(view);
      await running.end();
      await commandHandler.handle('a', deposit(1));
    }
    const last = await run([view]);
    await caughtUp(view);
    expect(await row(view, 'a')).toMatchObject({ balance: 10, changes: 110 });
    await last.end();
  });

  it('move all views that go together in one step', async () => {
    const { commandHandler, run, caughtUp, heard } = aWorld();
    const one = balances();
    const two = { ...balances(), view: 'again' };
    const running = await run([one, two]);
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await caughtUp(two);
    expect(heard.filter(({ kind }) => kind === 'moved').map((signal) => 'views' in signal && signal.views)).toEqual([
      ['balances', 'again'],
    ]);
    await running.end();
  });

  it('fill a raised view aside: the older one is read until it is filled', async () => {
    const { commandHandler, run, caughtUp, row, reads } = aWorld();
    const older = balances(1);
    const newer = balances(2);
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await commandHandler.handle('a', deposit(5));
    const first = await run([older]);
    await caughtUp(older);
    await first.end();
    let letGo: () => void = () => {};
    let held: Promise<void> = Promise.resolve();
    held = new Promise((resolve) => (letGo = resolve));
    const slow: ReadStore = { ...reads, apply: async (...batch) => (await held, reads.apply(...batch)) };
    const second = await run([newer], { reads: slow });
    expect([(await reads.state(newer)).isSettled, await row(newer, 'a')]).toEqual([
      false,
      expect.objectContaining({ changes: 101 }),
    ]);
    letGo();
    await until(async () => (await reads.state(newer)).isSettled);
    expect(await row(newer, 'a')).toMatchObject({ balance: 5, changes: 201 });
    await second.end();
  });

  it('fill a raised view from its own rows, not from those of the older one', async () => {
    const { commandHandler, run, caughtUp, row, reads } = aWorld();
    const older = balances(1);
    const newer = balances(2);
    // a query for rows applies the buffered ones first
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
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await commandHandler.handle('a', deposit(5));
    await commandHandler.handle('a', deposit(7));
    const first = await run([older]);
    await caughtUp(older);
    await first.end();
    const second = await run([looking]);
    await until(async () => (await reads.state(looking)).isSettled);
    expect(await row(looking, 'a')).toEqual({ id: 'a', owner: 'Ana', balance: 12, changes: 202 });
    await second.end();
  });

  it('lift an older event once, however many views it concerns', async () => {
    const { commandHandler, run, caughtUp, row } = aWorld();
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
    const one = inCents('one');
    const two = inCents('two');
    const running = await run([one, two], { registry: new Map([...registry, ['Deposited', cents]]) });
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await commandHandler.handle('a', deposit(5));
    await caughtUp(one);
    await caughtUp(two);
    expect([(await row(one, 'a'))?.balance, (await row(two, 'a'))?.balance]).toEqual([500, 500]);
    await running.end();
  });

  it('let a view that is behind join those that are up to date, without holding them up', async () => {
    const { commandHandler, run, caughtUp, row } = aWorld();
    const steady = balances();
    const late = { ...balances(), view: 'late' };
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let at = 0; at < 50; at += 1) await commandHandler.handle('a', deposit(1));
    const first = await run([steady]);
    await caughtUp(steady);
    await first.end();
    const second = await run([steady, late]);
    for (let at = 0; at < 20; at += 1) await commandHandler.handle('a', deposit(1));
    await caughtUp(late);
    await caughtUp(steady);
    expect(await row(late, 'a')).toEqual(await row(steady, 'a'));
    await until(() => second.status().every(({ live }) => live));
    await commandHandler.handle('a', deposit(1));
    await caughtUp(late);
    expect(await row(late, 'a')).toMatchObject({ balance: 71 });
    await second.end();
  });

  it('let a view that is further than the others join them where they are, and give it no event twice', async () => {
    const { events, commandHandler, run, caughtUp, row } = aWorld();
    const old = balances();
    const added = { ...balances(), view: 'added' };
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    const first = await run([old]);
    await caughtUp(old);
    await first.end();
    for (let count = 0; count < 20; count += 1) await commandHandler.handle('a', deposit(1));

    // a follower from the first view's place is held up, and then gets one event at a time
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const follow: EventStore['follow'] = async function* (from, signal) {
      if (from === null) return yield* events.follow(from, signal);
      await held;
      for await (const batch of events.follow(from, signal)) for (const each of batch) yield [each];
    };
    const running = await run([old, added], { events: { ...events, follow } });
    await until(async () => (await row(added, 'a'))?.balance === 20);
    letGo();
    await caughtUp(old);
    await commandHandler.handle('a', deposit(1));
    await Promise.all([caughtUp(old), caughtUp(added)]);
    expect(await row(old, 'a')).toMatchObject({ balance: 21 });
    expect(await row(added, 'a')).toMatchObject({ balance: 21 });
    await running.end();
  });

  it('call no view full that joins others which are still being filled', async () => {
    // given two views whose filling was interrupted, one further than the other
    const { events, commandHandler, reads, run, caughtUp } = aWorld();
    const near = balances();
    const far = { ...balances(), view: 'far' };
    const opened = async (id: string) => {
      await commandHandler.handle(id, { type: 'Open', data: { owner: 'Ana' } });
      return (await events.head())!;
    };
    const begun = await opened('a');
    const further = await opened('b');
    await opened('c');
    await reads.open([near, far]);
    for (const [view, position] of [
      [near, begun],
      [far, further],
    ] as const)
      await reads.apply([{ view, writes: [], audiences: new Map() }], placeOf((await events.at([position]))[0]!));

    // when the first has come as far as the second, and both are held up there
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const follow: EventStore['follow'] = async function* (from, signal) {
      for await (const batch of events.follow(from, signal))
        for (const each of batch) {
          if (each.position > further) await held;
          yield [each];
        }
    };
    const running = await run([near, far], { events: { ...events, follow } });
    await until(() => running.status().every(({ live }) => live));
    expect((await reads.state(near)).isSettled).toBe(false);

    // then they are filled once they have reached the end of the log
    letGo();
    await Promise.all([caughtUp(near), caughtUp(far)]);
    for (const view of [near, far]) await until(async () => (await reads.state(view)).isSettled);
    await running.end();
  });

  it('stop a view at the event that it cannot digest; the others and the log go on, and a mended one continues there', async () => {
    const { commandHandler, run, caughtUp, row, reads, heard, events, stops } = aWorld();
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
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (const amount of [1, 13, 2]) await commandHandler.handle('a', deposit(amount));
    await caughtUp(good);
    expect(await row(good, 'a')).toMatchObject({ balance: 16 });
    expect([(await reads.state(picky)).position, (await row(picky, 'a'))?.balance]).toEqual([2n, 1]);
    const stop = running.status().find(({ view }) => view === 'picky')!;
    expect(stop).toMatchObject({ live: false, stop: { position: 3n, reason: expect.stringContaining('thirteen') } });
    expect(heard.find((signal) => signal.kind === 'stopped')).toEqual({
      kind: 'stopped',
      view: 'picky',
      eventId: stop.stop!.eventId,
      reason: stop.stop!.reason,
    });
    expect(stops).toEqual([['picky', stop.stop]]);
    await commandHandler.handle('a', deposit(4));
    await caughtUp(good);
    await running.end();

    const mended = await run([good, { ...picky, on: balances().on }]);
    await until(async () => (await reads.state(picky)).position === (await events.head()));
    expect(await row(picky, 'a')).toEqual(await row(good, 'a'));
    await mended.end();
  });

  it('rebuild to the very same rows, whatever the batches were', async () => {
    const { commandHandler, run, caughtUp, reads } = aWorld();
    const view = balances();
    const running = await run([view]);
    for (let at = 0; at < 40; at += 1) {
      if (at < 4) await commandHandler.handle(`a${at}`, { type: 'Open', data: { owner: `Ana ${at}` } });
      await Promise.all([
        commandHandler.handle(`a${at % 4}`, deposit(at + 1)),
        commandHandler.handle(`a${(at + 1) % 4 < Math.min(at, 4) ? (at + 1) % 4 : 0}`, deposit(1)),
      ]);
    }
    await caughtUp(view);
    const incremental = await reads.find(view, { where: {} });
    await running.end();
    const anew = memoryReadStore();
    const rebuilding = await run([view], { reads: anew });
    await until(async () => (await anew.state(view)).position === (await reads.state(view)).position);
    expect(await anew.find(view, { where: {} })).toEqual(incremental);
    await rebuilding.end();
  });

  it('end with an error when the views cannot be written, and lose nothing', async () => {
    const { commandHandler, run, reads, caughtUp, row } = aWorld();
    const view = balances();
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    const failing: ReadStore = { ...reads, apply: () => Promise.reject(new Error('no disk')) };
    const { ended } = await run([view], { reads: failing });
    await expect(ended).rejects.toThrow('no disk');
    const running = await run([view]);
    await caughtUp(view);
    expect(await row(view, 'a')).toMatchObject({ owner: 'Ana' });
    await running.end();
  });

  describe('at a record whose personal data cannot be opened', () => {
    /** A view that needs names, one that does not, and one that goes on without them. */
    const views = (): [AnyProjector, AnyProjector, AnyProjector] => [
      balances(),
      { ...balances(), view: 'blind', personal: 'unread' },
      { ...balances(), view: 'tolerant', personal: 'if readable' },
    ];
    const played = async (lose: (world: ReturnType<typeof aWorld>) => Promise<unknown>) => {
      const world = aWorld();
      await world.commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
      await world.commandHandler.handle('b', { type: 'Open', data: { owner: 'Bogdan' } });
      await lose(world);
      const [needing, blind, tolerant] = views();
      const running = await world.run([needing, blind, tolerant]);
      await world.caughtUp(blind);
      await world.caughtUp(tolerant);
      const owners = async (view: AnyProjector) => [
        (await world.row(view, 'a'))?.owner,
        (await world.row(view, 'b'))?.owner,
      ];
      const found = [await owners(needing), await owners(blind), await owners(tolerant)];
      const { stops } = world;
      await running.end();
      return { found, stops };
    };

    it('since its key is lost: what needs it stops there, and says so; nothing is written in its place', async () => {
      const { found, stops } = await played(({ commandHandler }) => commandHandler.vault.remove('key/account:a/1'));
      expect(found).toEqual([
        [undefined, undefined],
        [null, null],
        [null, 'Bogdan'],
      ]);
      expect(stops).toEqual([
        [
          'balances',
          expect.objectContaining({ position: 1n, reason: expect.stringContaining('the key account:a/1 is missing') }),
        ],
      ]);
    });

    it('since another key stands under its name: the same', async () => {
      const { found, stops } = await played(async ({ commandHandler: { vault } }) => {
        const other = keyring(vault, masters([master]));
        await vault.remove('key/account:a/1');
        await other.begin('account:a/1');
      });
      expect(found[0]).toEqual([undefined, undefined]);
      expect(stops[0]![1].reason).toContain('is not the one it was sealed with');
    });

    it('since its key was destroyed: it reads as null, and all go on', async () => {
      const { found, stops } = await played(({ commandHandler }) => commandHandler.keyring.destroy('account:a/1'));
      expect(found).toEqual([
        [null, 'Bogdan'],
        [null, null],
        [null, 'Bogdan'],
      ]);
      expect(stops).toEqual([]);
    });

    it('since the vault does not answer now: nobody stops, and it is tried again', async () => {
      const world = aWorld();
      await world.commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
      const away = { ...world.commandHandler.vault, get: () => Promise.reject(new Unavailable('away')) };
      const { ended } = await world.run([balances()], { keyring: keyring(away, masters([master])) });
      await expect(ended).rejects.toThrow('away');
      expect(world.stops).toEqual([]);
    });
  });

  it('apply what nobody waits for in its own time', async () => {
    const { commandHandler, run, caughtUp, row, heard } = aWorld();
    const waited = balances();
    const other = { ...balances(), view: 'other', isWaitedFor: false as const };
    const running = await run([waited, other]);
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let at = 0; at < 5; at += 1) await commandHandler.handle('a', deposit(1));
    await caughtUp(waited);
    await caughtUp(other);
    expect(await row(other, 'a')).toEqual(await row(waited, 'a'));
    const moves = heard.flatMap((signal) => (signal.kind === 'moved' ? [signal.views.join()] : []));
    expect(moves.filter((views) => views === 'other').length).toBeLessThan(
      moves.filter((views) => views === 'balances').length,
    );
    await running.end();
  });

  it('project what nobody waits for after what is waited for', async () => {
    const { commandHandler, run, caughtUp } = aWorld();
    const waited = balances();
    const { on, ...others } = balances();
    let projected = 0;
    const Deposited: typeof on.Deposited = (...of) => {
      projected += 1;
      return on.Deposited!(...of);
    };
    const other = { ...others, view: 'other', isWaitedFor: false as const, on: { ...on, Deposited } };
    const running = await run([waited, other]);
    await commandHandler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let at = 0; at < 100; at += 1) await commandHandler.handle('a', deposit(1));
    await caughtUp(waited);
    const before = projected;
    await caughtUp(other);
    expect([before < 100, projected]).toEqual([true, 100]);
    await running.end();
  });

  it('leave out nothing of what nobody waits for when an outage comes between', async () => {
    const { commandHandler, reads, run, caughtUp, row } = aWorld();
    const waited = balances();
    const other = { ...balances(), view: 'other', isWaitedFor: false as const };
    const accounts = Array.from({ length: 600 }, (_, at) => `a${at}`);
    for (const each of accounts) await commandHandler.handle(each, { type: 'Open', data: { owner: 'Ana' } });
    const before = await run([waited, other]);
    await caughtUp(other);
    await before.end();
    for (const each of accounts) await commandHandler.handle(each, deposit(1));
    let asked = 0;
    const get: ReadStore['own']['get'] = async (spec, id) => {
      if (spec.view === 'other' && (asked += 1) === 100) throw new Unavailable('away');
      return reads.own.get(spec, id);
    };
    const { ended } = await run([waited, other], { reads: { ...reads, own: { ...reads.own, get } } });
    await expect(ended).rejects.toThrow('away');
    const running = await run([waited, other]);
    await caughtUp(other);
    for (const each of accounts) expect(await row(other, each)).toMatchObject({ balance: 1 });
    await running.end();
  });
});
