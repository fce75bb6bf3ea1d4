import { once } from './command-context';
import { memoryEventStore } from '../memory/event-store';
import type { EventStore } from '../ports';
import { account, aCommandHandler, origin } from '../testing/account';

const MINUTE = 60_000;
const open = { type: 'Open', data: { owner: 'Ana' } } as const;
const deposit = { type: 'Deposit', data: { amount: 1 } } as const;

/** A log that lists the streams read from it, and a clock that the test sets. */
const aWorld = () => {
  const inner = memoryEventStore();
  const read: string[] = [];
  const clock = { now: Date.UTC(2026, 10, 22) };
  const reading: EventStore['read'] = (stream, ...rest) => {
    read.push(stream);
    return inner.read(stream, ...rest);
  };
  const world = aCommandHandler({ events: { ...inner, read: reading }, now: () => new Date(clock.now) });
  return { ...world, read, clock };
};

describe('a stream that is in use', () => {
  it('is kept, and let go when nobody has used it for ten minutes', async () => {
    const { handle, state, read, clock } = aWorld();
    await handle('a', open);
    await handle('b', open);
    read.length = 0;
    for (let times = 0; times < 2; times += 1) {
      clock.now += 9 * MINUTE;
      await handle('a', deposit);
    }
    expect(read).toEqual([]);
    await handle('b', deposit);
    expect(read).toEqual(['account-b']);
    await handle('a', deposit);
    expect(read).toEqual(['account-b']);
    expect(await state('a')).toEqual({ owner: 'Ana', balance: 3 });
  });
});

describe('a stream of those that are seldom asked twice', () => {
  it('is let go once its append is durable, and what waits behind that is done on what is stored', async () => {
    const { handler, handle, state, read } = aWorld();
    await handle('a', open);
    const seldom = { ...account, isKept: false } as const;
    const twice = [1, 2].map((amount) =>
      handler.handle({
        decider: seldom,
        id: 'a',
        command: { type: 'Deposit', data: { amount } },
        context: once(),
        origin: origin(),
      }),
    );
    expect(await Promise.all(twice)).toMatchObject([{ revision: 1 }, { revision: 2 }]);
    read.length = 0;
    await handle('a', deposit);
    expect(read).toEqual(['account-a']);
    expect(await state('a')).toEqual({ owner: 'Ana', balance: 4 });
  });
});

describe('a stream whose id a command has made by chance', () => {
  it('is not looked for', async () => {
    const { handle, state, read } = aWorld();
    const context = once();
    const id = context.idFor('account');
    expect(await handle(id, open, context)).toMatchObject({ revision: 0 });
    await handle(id, deposit);
    expect(read).toEqual([]);
    expect(await state(id)).toEqual({ owner: 'Ana', balance: 1 });
  });

  it('is read when there is something nevertheless, by what is decided and by what is refused', async () => {
    for (const first of [deposit, { type: 'Withdraw', data: { amount: 1 } }] as const) {
      const { events, vault, handle } = aWorld();
      const context = once();
      const id = context.idFor('account');
      const another = aCommandHandler({ events, vault });
      await another.handle(id, open);
      await another.handle(id, deposit);
      expect(await handle(id, first, context)).toMatchObject({ revision: 2 });
    }
  });
});
