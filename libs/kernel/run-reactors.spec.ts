import { checkpoints } from './checkpoints';
import { effectsOf } from './effects';
import type { Letter, Signal } from './ports';
import { send, type AnyReactor, type Reactor } from './reactor';
import { keepReacting } from './run-reactors';
import { aCommandHandler, account, registry, type AccountEvent } from './testing/account';
import type { Stop } from './view-runner';

const until = async (test: () => boolean | Promise<boolean>) => {
  for (let waited = 0; !(await test()); waited += 1) {
    if (waited > 400) throw new Error('it did not come to pass');
    await new Promise((go) => setTimeout(go, 5));
  }
};

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

const react = (world: ReturnType<typeof aCommandHandler>, reactors: readonly AnyReactor[]) => {
  const stopping = new AbortController();
  const heard: Signal[] = [];
  const letters: Letter[] = [];
  const stops: Stop[] = [];
  const mail = { send: (letter: Letter) => Promise.resolve(void letters.push(letter)) };
  const ports = {
    ...world,
    signals: { send: (signal: Signal) => void heard.push(signal) },
    checkpoints: checkpoints(world.vault),
    effects: effectsOf(world.handler, mail),
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
  return { heard, letters, stops, end: () => (stopping.abort(), ended) };
};

/** As after a crash that lost where the reactors were. */
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
    // nobody reacts to what stands behind it
    const isTold = ({ heard }: typeof running) =>
      heard.some((signal) => 'position' in signal && signal.position === '2');
    await until(() => isTold(running));
    await running.end();
    // also to those who ask a process that was started in the midst of it
    await world.vault.replaceIf('checkpoint/spec', (await world.vault.get('checkpoint/spec'))!, '1');
    const next = react(world, [gifts]);
    await until(() => isTold(next));
    await next.end();
    expect(await world.vault.get('checkpoint/spec')).toBe('2');
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

  it('that is new in a log with events begins at its end', async () => {
    const world = aCommandHandler();
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
    expect(second.stops[0]!.reason).toBe('the vault has lost the checkpoint of the reactors "spec"');
    await second.end();
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

  it('posts letters once, with links that only we can make', async () => {
    const world = aCommandHandler();
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
    for (let times = 0; times < 2; times += 1) {
      const running = react(world, [welcome]);
      if (times === 0) await world.handle('a', { type: 'Open', data: { owner: 'ana' } });
      await until(() => running.heard.length >= 1);
      expect(running.letters).toEqual(times === 0 ? [{ to: 'ana@x.ro', subject: 'Bun venit', text: '/cont?a' }] : []);
      await running.end();
      await setBack(world.vault);
    }
  });
});
