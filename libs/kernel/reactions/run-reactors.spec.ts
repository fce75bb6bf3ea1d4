import { checkpoints } from '../log/checkpoints';
import { effectsOf } from './effects';
import { memoryReadStore } from '../memory/read-store';
import { placeOf } from '../log/place';
import { WaitingLetters } from './waiting-letters';
import { LetterRefused, type Letter, type Ports, type Signal } from '../ports';
import { put, type Projector } from '../model/projector';
import { send, type AnyReactor, type Reactor } from '../model/reactor';
import { parseRecord } from '../log/record';
import { keepReacting } from './run-reactors';
import { aCommandHandler, account, registry, type AccountEvent } from '../testing/account';
import { Tries } from './tries';
import type { Stop } from '../views/view-runner';
import { staysSo, turnsTaken, until } from '../testing/waiting';

/** Whoever opens an account gets a gift into a savings account. */
const gifts: Reactor<AccountEvent> = {
  name: 'gifts',
  on: {
    Opened: (_, { resource }) =>
      resource.id.startsWith('savings')
        ? []
        : [send(account, `savings-${resource.id}`, { type: 'Deposit', data: { amount: 10 } })],
  },
};

type World = ReturnType<typeof aCommandHandler> & Partial<Pick<Ports, 'reads'>>;

const react = (
  world: World,
  reactors: readonly AnyReactor[],
  refusal: (letter: Letter) => Error | null = () => null,
  clock: { now: number } = { now: Date.now() },
) => {
  const stopping = new AbortController();
  const heard: Signal[] = [];
  const letters: Letter[] = [];
  const stops: Stop[] = [];
  const givenUp: string[] = [];
  const mail = {
    send: async (letter: Letter) => {
      const refused = refusal(letter);
      if (refused) throw refused;
      letters.push(letter);
    },
  };
  const posting = {
    mail,
    tries: new Tries({
      vault: world.vault,
      kind: 'letter',
      process: 'spec',
      isAlone: true,
      onGivenUp: (_, about, why) => void givenUp.push(`${about}: ${why}`),
    }),
    waits: new WaitingLetters({ vault: world.vault, onWait: () => {}, now: () => clock.now }),
  };
  const ports = {
    reads: memoryReadStore(),
    ...world,
    signals: { send: (signal: Signal) => void heard.push(signal) },
    checkpoints: checkpoints(world.vault),
    effects: effectsOf(world.handler, posting),
    posting,
    reach: () => Promise.resolve(),
    facts: {
      linkTo: (page: string, ...words: readonly string[]) => `${page}?${words.join('+')}`,
      now: () => new Date(),
    },
    onStop: (_: string, stop: Stop) => void stops.push(stop),
    onFailure: (_: string, error: Error) => {
      throw error;
    },
  };
  const group = { name: 'spec', reactors, isWaitedFor: true };
  const ended = keepReacting([group], registry, ports, stopping.signal);
  return { heard, letters, givenUp, stops, end: () => (stopping.abort(), ended) };
};

/** A log in which other reactors have begun. */
const aLog = async () => {
  const world = aCommandHandler();
  await checkpoints(world.vault).begin('others', world.events, null);
  return world;
};

/** As after a crash before the checkpoint was stored. */
const setBack = (vault: ReturnType<typeof aCommandHandler>['vault']) =>
  vault.get('checkpoint/spec').then((kept) => vault.replaceIf('checkpoint/spec', kept!, 'start'));

describe('a reactor', () => {
  it('asks for what follows, once, and says that it has', async () => {
    const world = aCommandHandler();
    const running = react(world, [gifts]);
    await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(async () => (await world.state('savings-a')).balance === 10);
    await until(() => running.heard.length >= 1);
    expect(running.heard[0]).toEqual({ kind: 'reacted', group: 'spec', position: '1', appended: '2' });
    await running.end();
  });

  it('says that it has come to the end of what was appended together, though that comes in several batches', async () => {
    const world = aCommandHandler();
    const { events } = world;
    const follow: typeof events.follow = async function* (after, signal) {
      for await (const batch of events.follow(after, signal)) for (const record of batch) yield [record];
    };
    const running = react({ ...world, events: { ...events, follow } }, [gifts]);
    await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    // no reactor handles the record behind it
    const isTold = ({ heard }: typeof running) =>
      heard.some((signal) => 'position' in signal && signal.position === '2');
    await until(() => isTold(running));
    await running.end();
    const writtenAt = async (position: bigint) => `${position} ${placeOf((await events.at([position]))[0]!).leaf}`;
    // a process that started in between reports it, too
    await world.vault.replaceIf('checkpoint/spec', (await world.vault.get('checkpoint/spec'))!, await writtenAt(1n));
    const next = react(world, [gifts]);
    await until(() => isTold(next));
    await next.end();
    expect(await world.vault.get('checkpoint/spec')).toBe(await writtenAt(2n));
  });

  it('lets everything else have its turn between events that came together and take long', async () => {
    const world = aCommandHandler();
    for (const id of ['a', 'b', 'c', 'd']) await world.handle(id, { type: 'Open', data: { owner: id } });
    await checkpoints(world.vault).begin('spec', world.events, null);
    const turns = new Set<number>();
    let turn = 0;
    const looking = setInterval(() => (turn += 1));
    const slow: Reactor<AccountEvent> = {
      name: 'slow',
      on: {
        Opened: () => {
          turns.add(turn);
          for (const end = performance.now() + 25; performance.now() < end;);
          return [];
        },
      },
    };
    const running = react(world, [slow]);
    await until(() => running.heard.length >= 1);
    clearInterval(looking);
    await running.end();
    // the first may happen in the turn in which another ends
    expect(turns.size).toBeGreaterThanOrEqual(3);
  });

  it('that had nothing to do for a while says at once what it has done', async () => {
    const world = aCommandHandler();
    const running = react(world, [gifts]);
    await world.handle('savings-a', { type: 'Open', data: { owner: 'Ana' } });
    await until(() => running.heard.length >= 1);
    await turnsTaken();
    const told = running.heard.length;
    await world.handle('savings-b', { type: 'Open', data: { owner: 'Ion' } });
    let turns = 0;
    const turn = setImmediate(() => (turns += 1));
    for (let steps = 0; steps < 1_000 && running.heard.length === told; steps += 1) await Promise.resolve();
    expect([running.heard.length, turns]).toEqual([told + 1, 0]);
    clearImmediate(turn);
    await running.end();
  });

  it('does an event once, though it is handed it again', async () => {
    const world = aCommandHandler();
    for (let times = 0; times < 3; times += 1) {
      const running = react(world, [gifts]);
      if (times === 0) await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
      await until(() => running.heard.length >= 1);
      await running.end();
      await setBack(world.vault);
    }
    expect((await world.state('savings-a')).balance).toBe(10);
  });

  it('keeps its place now and then while much happens, and soon after the last of it', async () => {
    const world = aCommandHandler();
    let writes = 0;
    const replaceIf: typeof world.vault.replaceIf = (key, ...more) => {
      if (key === 'checkpoint/spec') writes += 1;
      return world.vault.replaceIf(key, ...more);
    };
    const running = react({ ...world, vault: { ...world.vault, replaceIf } }, [gifts]);
    for (let at = 0; at < 30; at += 1) await world.handle(`a${at}`, { type: 'Open', data: { owner: 'Ana' } });
    await until(async () => (await world.state('savings-a29')).balance === 10);
    await until(async () => (await checkpoints(world.vault).at('spec')) === (await world.events.head()));
    expect(writes).toBeLessThan(10);
    await running.end();
  });

  it('that is new in a log with events begins at its end', async () => {
    const world = await aLog();
    await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    const running = react(world, [gifts]);
    await world.handle('b', { type: 'Open', data: { owner: 'Bogdan' } });
    await until(async () => (await world.state('savings-b')).balance === 10);
    expect((await world.state('savings-a')).balance).toBe(0);
    await running.end();
  });

  it('that has lost its place stops, and does nothing again', async () => {
    const world = aCommandHandler();
    const first = react(world, [gifts]);
    await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(() => first.heard.length >= 1);
    await first.end();
    await world.vault.remove('checkpoint/spec');
    const second = react(world, [gifts]);
    await until(() => second.stops.length === 1);
    expect(second.stops[0]!.reason).toMatch(/^the vault has lost the checkpoint of the reactors "spec": .*accept-log/);
    await second.end();
  });

  it('whose place is one of another log stops, and does nothing again', async () => {
    const world = await aLog();
    for (const id of ['a', 'b']) await world.handle(id, { type: 'Open', data: { owner: 'Ana' } });
    await world.vault.putIfAbsent('checkpoint/spec', `1 ${'A'.repeat(43)}=`);
    const running = react(world, [gifts]);
    await until(() => running.stops.length === 1);
    expect(running.stops[0]!.reason).toMatch(
      /^the checkpoint of the reactors "spec" is of another log: .*backed up together, or .*accept-log/,
    );
    expect((await world.state('savings-b')).balance).toBe(0);
    await running.end();
  });

  it('goes on where it was after a stop', async () => {
    const world = aCommandHandler();
    const first = react(world, [gifts]);
    await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(() => first.heard.length >= 1);
    await first.end();
    await world.handle('b', { type: 'Open', data: { owner: 'Bogdan' } });
    const second = react(world, [gifts]);
    await until(async () => (await world.state('savings-b')).balance === 10);
    expect(second.heard.filter((signal) => 'appended' in signal && signal.appended !== null)).toHaveLength(1);
    await second.end();
  });

  it('that has a defect stops at that event, says so, and loses nothing', async () => {
    const world = aCommandHandler();
    const broken: Reactor<AccountEvent> = {
      name: 'broken',
      on: {
        Opened: (_, { resource }) => [
          send(account, resource.id, { type: 'DepositMany', data: { amounts: Array<number>(200).fill(1) } }),
        ],
      },
    };
    const first = react(world, [broken]);
    await world.handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(() => first.stops.length === 1);
    expect(first.stops[0]).toMatchObject({ position: 1n, reason: expect.stringContaining('200 events') as string });
    await first.end();
    const mended = react(world, [gifts]);
    await until(async () => (await world.state('savings-a')).balance === 10);
    await mended.end();
  });

  const welcome: Reactor<AccountEvent> = {
    name: 'welcome',
    on: {
      Opened: ({ owner }, { resource }, { linkTo }) => [
        {
          kind: 'letter',
          letter: { to: `${owner}@x.ro`, subject: 'Bun venit', text: linkTo('/cont', resource.id) },
          note: send(account, resource.id, { type: 'Deposit', data: { amount: 1 } }),
          isNoted: (state) => (state as { balance: number }).balance > 0,
        },
      ],
    },
  };

  it('gives up a letter whose address is refused, and posts those behind it', async () => {
    const world = aCommandHandler();
    const refused = ({ to }: Letter) => (to.startsWith('nimeni') ? new LetterRefused('no such address', false) : null);
    const running = react(world, [welcome], refused);
    for (const owner of ['nimeni', 'ana']) await world.handle(owner, { type: 'Open', data: { owner } });
    await until(() => running.letters.length === 1);
    const opened: string[] = [];
    for await (const batch of world.events.read('account-nimeni'))
      opened.push(...batch.map((each) => parseRecord(each).id));
    expect(running.letters[0]!.to).toBe('ana@x.ro');
    expect(running.givenUp).toEqual([`${opened[0]}: no such address`]);
    await until(() => running.heard.length >= 2);
    await running.end();

    // also after a restart from an earlier position
    await setBack(world.vault);
    const again = react(world, [welcome], refused);
    await until(() => again.heard.length >= 1);
    await again.end();
    expect([again.letters, again.givenUp]).toEqual([[], []]);
  });

  it('lets a letter wait whose address is refused for now, and posts those behind it', async () => {
    const world = aCommandHandler();
    const clock = { now: Date.now() };
    let isRefused = true;
    const refused = ({ to }: Letter) => {
      if (!to.startsWith('plin') || !isRefused) return null;
      tried += 1;
      return new LetterRefused('the mailbox is full', true);
    };
    let tried = 0;
    const running = react(world, [welcome], refused, clock);
    for (const owner of ['plin', 'ana']) await world.handle(owner, { type: 'Open', data: { owner } });
    await until(() => running.letters.length === 1);
    expect([running.letters[0]!.to, tried]).toEqual(['ana@x.ro', 1]);
    clock.now += 61_000;
    await until(() => tried === 2);
    // each pause is twice as long, even across a restart
    await running.end();
    clock.now += 61_000;
    const again = react(world, [welcome], refused, clock);
    await world.handle('dan', { type: 'Open', data: { owner: 'dan' } });
    await until(() => again.letters.length === 1);
    expect(tried).toBe(2);
    isRefused = false;
    clock.now += 61_000;
    await until(() => again.letters.length === 2);
    expect([again.letters[1]!.to, again.givenUp, (await world.state('plin')).balance]).toEqual(['plin@x.ro', [], 1]);
    for await (const [place] of world.vault.all('letter-waits/')) expect(place).toBe('none');
    await again.end();
  });

  it('gives up a letter that waits once its event does not ask for it any more', async () => {
    const world = aCommandHandler();
    const clock = { now: Date.now() };
    let isAsked = true;
    const once: Reactor<AccountEvent> = {
      ...welcome,
      on: { Opened: (...given) => (isAsked ? welcome.on.Opened!(...given) : []) },
    };
    const running = react(world, [once], () => new LetterRefused('the mailbox is full', true), clock);
    await world.handle('plin', { type: 'Open', data: { owner: 'plin' } });
    await until(() => running.heard.length >= 1);
    isAsked = false;
    clock.now += 61_000;
    await until(() => running.givenUp.length === 1);
    expect(running.givenUp[0]).toContain('refused for as long as it was of use');
    await running.end();
  });

  it('posts letters once, with links that only we can make', async () => {
    const world = aCommandHandler();
    for (let times = 0; times < 2; times += 1) {
      const running = react(world, [welcome]);
      if (times === 0) await world.handle('a', { type: 'Open', data: { owner: 'ana' } });
      await until(() => running.heard.length >= 1);
      expect(running.letters).toEqual(times === 0 ? [{ to: 'ana@x.ro', subject: 'Bun venit', text: '/cont?a' }] : []);
      await running.end();
      await setBack(world.vault);
    }
  });

  describe('with a view that it may read', () => {
    type Saved = { readonly id: string; readonly saved: number };
    const saved: Projector<AccountEvent, Saved> = {
      view: 'saved',
      version: 1,
      columns: {},
      indexes: [],
      columnsOf: () => ({}),
      personal: 'unread',
      on: {
        Deposited: async ({ amount }, { resource: { id } }, rows) =>
          put(id, { id, saved: ((await rows.get(id))?.saved ?? 0) + amount }),
      },
    };
    /** Notes for each deposit the balance with it, and whose is the largest. */
    const noting: Reactor<AccountEvent, Saved> = {
      name: 'noting',
      view: saved,
      on: {
        Deposited: (_, { resource: { id } }, __, rows) => {
          if (id.startsWith('noted')) return [];
          const all = [...rows.values()].filter((row) => !row.id.startsWith('noted'));
          const most = Math.max(...all.map((row) => row.saved));
          return [
            send(account, `noted-${id}`, { type: 'Deposit', data: { amount: rows.get(id)!.saved } }),
            send(account, 'noted-most', { type: 'Deposit', data: { amount: most } }),
          ];
        },
      },
    };
    const deposit = (world: World, id: string, amount: number) =>
      world.handle(id, { type: 'Deposit', data: { amount } });
    const aView = async (isSettled = true) => {
      const reads = memoryReadStore();
      await reads.open([saved]);
      if (isSettled) await reads.settle(saved);
      return reads;
    };
    const notedOf = async (world: World) =>
      Promise.all(['noted-a', 'noted-b', 'noted-most'].map(async (id) => (await world.state(id)).balance));

    it('sees it as it stands with each event', async () => {
      const world = { ...(await aLog()), reads: await aView() };
      await deposit(world, 'a', 5);
      const running = react(world, [noting]);
      await deposit(world, 'a', 10);
      await deposit(world, 'b', 40);
      await deposit(world, 'a', 20);
      await until(async () => (await world.state('noted-most')).balance === 15 + 40 + 40);
      expect(await notedOf(world)).toEqual([15 + 35, 40, 95]);
      await running.end();
    });

    it('has it as far as its own place, and does nothing again, after a stop', async () => {
      const world = { ...aCommandHandler(), reads: await aView() };
      const first = react(world, [noting]);
      await deposit(world, 'a', 10);
      await until(async () => (await notedOf(world))[2] === 10);
      await first.end();
      await deposit(world, 'a', 5);
      // the stored view is older than the reactor's checkpoint
      const second = react({ ...world, reads: await aView() }, [noting]);
      await until(async () => (await notedOf(world))[2] === 25);
      expect(await notedOf(world)).toEqual([25, 0, 25]);
      await second.end();
    });

    it('waits until it is filled', async () => {
      const world = { ...aCommandHandler(), reads: await aView(false) };
      const running = react(world, [noting]);
      await until(async () => (await world.vault.get('checkpoint/spec')) !== null);
      await deposit(world, 'a', 10);
      await staysSo(async () => (await notedOf(world)).every((noted) => noted === 0));
      await world.reads.settle(saved);
      await until(async () => (await notedOf(world))[2] === 10);
      await running.end();
    });

    it('stops at an event that the view cannot take, and reads no view that it does not name', async () => {
      const broken = { ...saved, on: { Deposited: () => Promise.reject(new Error('not to be counted')) } };
      const nosy: Reactor<AccountEvent> = {
        name: 'nosy',
        on: { Deposited: (_, __, ___, rows) => [...rows.values()] as [] },
      };
      for (const [reactor, reason] of [
        [{ ...noting, view: broken }, 'not to be counted'],
        [nosy, 'of the view that it names'],
      ] as const) {
        const world = { ...aCommandHandler(), reads: await aView() };
        const running = react(world, [reactor]);
        await deposit(world, 'a', 10);
        await until(() => running.stops.length === 1);
        expect(running.stops[0]!.reason).toContain(reason);
        await running.end();
      }
    });
  });
});
