import {
  keyring,
  runReactors,
  send,
  type AnyReactor,
  type Letter,
  type Reactor,
  type Recorded,
  type Signal,
} from '@dosar/kernel';
import { aDesk, account, library, secret, type AccountEvent } from './account';

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

const react = (
  world: ReturnType<typeof aDesk>,
  reactors: readonly AnyReactor[],
  onDefect: (reactor: string, event: Recorded, error: unknown) => void = () => {},
) => {
  const stop = new AbortController();
  const heard: Signal[] = [];
  const letters: Letter[] = [];
  const ports = {
    ...world,
    keyring: keyring(world.vault, secret),
    signals: { send: (signal: Signal) => void heard.push(signal) },
    mail: { send: (letter: Letter) => Promise.resolve(void letters.push(letter)) },
    facts: {
      linkTo: (page: string, ...words: readonly string[]) => `${page}?${words.join('+')}`,
      now: () => new Date(),
    },
    secret,
    onDefect,
  };
  const ended = runReactors({ name: 'spec', reactors, isWaitedFor: true }, library, ports, stop.signal);
  return { heard, letters, ended, end: () => (stop.abort(), ended) };
};

describe('a reactor', () => {
  it('asks for what follows, once, and says that it has', async () => {
    const world = aDesk();
    const running = react(world, [gifts]);
    await world.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(async () => (await world.state('savings-a')).balance === 10);
    await until(() => running.heard.length === 1);
    expect(running.heard).toEqual([{ kind: 'reacted', position: '1', appended: '2' }]);
    await running.end();
  });

  it('does an event once, though it is handed it again', async () => {
    const world = aDesk();
    await world.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    for (let times = 0; times < 3; times += 1) {
      await world.vault.remove('checkpoint/spec');
      const running = react(world, [gifts]);
      await until(() => running.heard.length === 1);
      await running.end();
    }
    expect((await world.state('savings-a')).balance).toBe(10);
  });

  it('goes on where it was after a stop', async () => {
    const world = aDesk();
    const first = react(world, [gifts]);
    await world.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(() => first.heard.length === 1);
    await first.end();
    await world.submit('b', { type: 'Open', data: { owner: 'Bogdan' } });
    const second = react(world, [gifts]);
    await until(async () => (await world.state('savings-b')).balance === 10);
    expect(second.heard).toHaveLength(1);
    await second.end();
  });

  it('passes over one command that has a defect, and tells of it', async () => {
    const world = aDesk();
    const defects: string[] = [];
    const broken: Reactor<AccountEvent> = {
      name: 'broken',
      on: {
        Opened: (_, { resource }) => [
          send(account, resource.id, { type: 'DepositMany', data: { amounts: Array<number>(200).fill(1) } }),
        ],
      },
    };
    const running = react(world, [broken, gifts], (reactor, event) => defects.push(`${reactor} at ${event.type}`));
    await world.submit('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(async () => (await world.state('savings-a')).balance === 10);
    expect(defects).toEqual(['broken at Opened']);
    await running.end();
  });

  it('posts letters, with links that only we can make', async () => {
    const world = aDesk();
    const welcome: Reactor<AccountEvent> = {
      name: 'welcome',
      on: {
        Opened: ({ owner }, { resource }, { linkTo }) => [
          { letter: { to: `${owner}@x.ro`, subject: 'Bun venit', text: linkTo('/cont', resource.id) } },
        ],
      },
    };
    const running = react(world, [welcome]);
    await world.submit('a', { type: 'Open', data: { owner: 'ana' } });
    await until(() => running.letters.length === 1);
    expect(running.letters).toEqual([{ to: 'ana@x.ro', subject: 'Bun venit', text: '/cont?a' }]);
    await running.end();
  });
});
