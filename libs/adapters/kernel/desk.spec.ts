import { askedOnce, askedUnder, Conflict, faceOf, Unavailable, type EventStore } from '@dosar/kernel';
import { all } from '../event-store/event-store.suite';
import { memoryEventStore } from '../event-store/memory';
import { memorySnapshots } from '../snapshots/memory';
import { aDesk, secret } from './account';

const deposit = (amount: number) => ({ type: 'Deposit', data: { amount } }) as const;
const withdraw = (amount: number) => ({ type: 'Withdraw', data: { amount } }) as const;
const open = { type: 'Open', data: { owner: 'Ana' } } as const;

/** A log whose appends wait until they are told how to go on. */
const slowed = () => {
  const inner = memoryEventStore();
  const waiting: ((how: 'keep' | Error) => void)[] = [];
  const store: EventStore = {
    ...inner,
    append: async (...appended) => {
      const how = await new Promise<'keep' | Error>((resolve) => waiting.push(resolve));
      if (how !== 'keep') throw how;
      return inner.append(...appended);
    },
  };
  const next = async (how: 'keep' | Error) => {
    while (waiting.length === 0) await new Promise((go) => setTimeout(go, 1));
    waiting.shift()!(how);
  };
  return { store, next, inner };
};

describe('a command', () => {
  it('is decided on the state and stored', async () => {
    const { submit, state, events } = aDesk();
    expect(await submit('a', open)).toMatchObject({
      stream: 'account-a',
      revision: 0,
      types: ['Opened'],
      repeated: false,
    });
    expect(await submit('a', deposit(5))).toMatchObject({ revision: 1 });
    expect(await state('a')).toEqual({ owner: 'Ana', balance: 5 });
    expect((await all(events.read('account-a'))).map((record) => faceOf(record).type)).toEqual(['Opened', 'Deposited']);
  });

  it('is refused by a value, and leaves nothing behind', async () => {
    const { submit, events } = aDesk();
    expect(await submit('a', withdraw(1))).toEqual({ refused: 'account/too-little' });
    expect(await all(events.read('account-a'))).toEqual([]);
  });

  it('may change nothing', async () => {
    const { submit } = aDesk();
    expect(await submit('a', deposit(0))).toMatchObject({ revision: -1, position: null, types: [] });
    await submit('a', deposit(1));
    expect(await submit('a', deposit(0))).toMatchObject({ revision: 0, position: 1n, types: [] });
  });

  it('may be done in part, each refusal with its item', async () => {
    const { submit, state } = aDesk();
    const outcome = await submit('a', { type: 'DepositMany', data: { amounts: [1, -1, 2, -2] } });
    expect(outcome).toMatchObject({
      types: ['Deposited', 'Deposited'],
      refusals: [
        { id: '1', refused: 'account/negative' },
        { id: '3', refused: 'account/negative' },
      ],
    });
    expect((await state('a')).balance).toBe(3);
  });

  it('hands back its events as a projector would be handed them', async () => {
    const { submit } = aDesk();
    const outcome = await submit('a', open);
    expect('recorded' in outcome && outcome.recorded!()[0]).toMatchObject({
      type: 'Opened',
      data: { owner: 'Ana' },
      ip: '192.0.2.1',
      position: 1n,
    });
  });

  it('has event ids of its own, in all its parts', async () => {
    const { submit, events } = aDesk();
    const asked = askedOnce();
    for (const each of [asked, asked.part('one'), asked.part('two'), asked.part('two').part('three')])
      await submit('a', deposit(1), each);
    const ids = (await all(events.read('account-a'))).map((record) => faceOf(record).id);
    expect(new Set(ids).size).toBe(4);
  });

  it('cannot be more than one append may hold', async () => {
    const { submit } = aDesk();
    await expect(submit('a', { type: 'DepositMany', data: { amounts: Array<number>(101).fill(1) } })).rejects.toThrow(
      '101 events',
    );
  });
});

describe('the same command again', () => {
  it('is answered as before and stores nothing', async () => {
    const { submit, events } = aDesk();
    const first = await submit('a', deposit(5), askedUnder(secret, 'key', 'body'));
    await submit('a', deposit(1));
    const { revision, position } = first as { revision: number; position: bigint };
    expect(await submit('a', deposit(5), askedUnder(secret, 'key', 'body'))).toMatchObject({
      revision,
      position,
      repeated: true,
    });
    expect(await all(events.read('account-a'))).toHaveLength(2);
  });

  it('is known from the log alone, after a restart', async () => {
    const events = memoryEventStore();
    const first = aDesk({ events });
    const done = await first.submit('a', deposit(5), askedUnder(secret, 'key', 'body'));
    const second = aDesk({ events });
    expect(await second.submit('a', deposit(5), askedUnder(secret, 'key', 'body'))).toMatchObject({
      revision: 0,
      position: (done as { position: bigint }).position,
      types: ['Deposited'],
      repeated: true,
    });
  });

  it('asked twenty times at once is done once', async () => {
    const { submit, events } = aDesk();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => submit('a', deposit(5), askedUnder(secret, 'key', 'body'))),
    );
    expect(new Set(outcomes.map((outcome) => 'revision' in outcome && outcome.revision))).toEqual(new Set([0]));
    expect(await all(events.read('account-a'))).toHaveLength(1);
  });

  it('with another body is refused', async () => {
    const { submit } = aDesk();
    await submit('a', deposit(5), askedUnder(secret, 'key', 'body'));
    expect(await submit('a', deposit(6), askedUnder(secret, 'key', 'other'))).toEqual({ refused: 'kernel/key-reused' });
  });

  it('is a new one after a day', async () => {
    let now = Date.parse('2026-01-01T12:00:00Z');
    const desk = aDesk({ now: () => new Date(now) });
    await desk.submit('a', deposit(5), askedUnder(secret, 'key', 'body'));
    now += 24 * 60 * 60 * 1000;
    expect(await desk.submit('a', deposit(5), askedUnder(secret, 'key', 'body'))).toMatchObject({
      revision: 1,
      repeated: false,
    });
  });

  it('that was refused before may succeed now: only successes are kept', async () => {
    const { submit } = aDesk();
    expect(await submit('a', withdraw(3), askedUnder(secret, 'key', 'body'))).toMatchObject({
      refused: 'account/too-little',
    });
    await submit('a', deposit(5));
    expect(await submit('a', withdraw(3), askedUnder(secret, 'key', 'body'))).toMatchObject({ revision: 1 });
  });
});

describe('commands of one stream', () => {
  it('are decided on the state that includes appends under way, in the order in which they came', async () => {
    const { store, next } = slowed();
    const { submit, state } = aDesk({ events: store });
    const answers: string[] = [];
    const asked = [deposit(5), withdraw(4), withdraw(4)].map((command, at) =>
      submit('a', command).then((outcome) =>
        answers.push(`${at} ${'refused' in outcome ? outcome.refused : outcome.revision}`),
      ),
    );
    await next('keep');
    await next('keep');
    await Promise.all(asked);
    expect(answers).toEqual(['0 0', '1 1', '2 account/too-little']);
    expect((await state('a')).balance).toBe(1);
  });

  it('are not refused for what then was not stored', async () => {
    const { store, next } = slowed();
    const { submit } = aDesk({ events: store });
    const first = submit('a', open);
    const second = submit('a', open); // would be refused, if the first were kept
    await next(new Error('a defect of the store'));
    await expect(first).rejects.toThrow('a defect of the store');
    await next('keep');
    expect(await second).toMatchObject({ revision: 0, types: ['Opened'] });
  });

  it('fall with the append that they were decided on, and are decided again', async () => {
    const { store, next } = slowed();
    const { submit, state } = aDesk({ events: store });
    const first = submit('a', deposit(5));
    const second = submit('a', withdraw(5));
    await next(new Error('a defect of the store'));
    await next('keep'); // at a revision that the stream does not have: a conflict
    await expect(first).rejects.toThrow('a defect of the store');
    expect(await second).toEqual({ refused: 'account/too-little' });
    expect((await state('a')).balance).toBe(0);
  });
});

describe('several desks over one log', () => {
  it('decide again when another was faster', async () => {
    const events = memoryEventStore();
    const [one, two] = [aDesk({ events }), aDesk({ events })];
    await one.submit('a', deposit(5));
    await two.submit('a', withdraw(3));
    expect(await one.submit('a', withdraw(3))).toEqual({ refused: 'account/too-little' });
    expect(await one.submit('a', withdraw(2))).toMatchObject({ revision: 2 });
    expect((await two.state('a')).balance).toBe(0);
  });

  it('do not refuse for what another has changed meanwhile', async () => {
    const events = memoryEventStore();
    const [one, two] = [aDesk({ events }), aDesk({ events })];
    expect(await one.submit('a', withdraw(1))).toMatchObject({ refused: 'account/too-little' });
    await two.submit('a', deposit(5));
    expect(await one.submit('a', withdraw(1))).toMatchObject({ revision: 1 });
  });

  it('do every command exactly once, however they race', async () => {
    const events = memoryEventStore();
    const desks = [aDesk({ events }), aDesk({ events }), aDesk({ events })];
    await Promise.all(
      desks.flatMap(({ submit }) => Array.from({ length: 20 }, (_, at) => submit(`account ${at % 4}`, deposit(1)))),
    );
    const balances = await Promise.all([0, 1, 2, 3].map((at) => desks[0]!.state(`account ${at}`)));
    expect(balances.map(({ balance }) => balance)).toEqual([15, 15, 15, 15]);
  });
});

describe('an append of unknown outcome', () => {
  it('is asked about again, and found done', async () => {
    const inner = memoryEventStore();
    let answers = 0;
    const store: EventStore = {
      ...inner,
      append: async (...appended) => {
        const done = await inner.append(...appended);
        if ((answers += 1) === 1) throw new Unavailable('the line went dead before the answer');
        return done;
      },
    };
    const { submit } = aDesk({ events: store });
    expect(await submit('a', deposit(5))).toMatchObject({ revision: 0, types: ['Deposited'] });
    expect(await all(inner.read('account-a'))).toHaveLength(1);
  });

  it('ends in Unavailable when nobody answers', async () => {
    const store: EventStore = { ...memoryEventStore(), append: () => Promise.reject(new Unavailable('nobody there')) };
    await expect(aDesk({ events: store }).submit('a', deposit(5))).rejects.toThrow(Unavailable);
  });

  it('ends in Conflict when others are always faster', async () => {
    const store: EventStore = { ...memoryEventStore(), append: () => Promise.reject(new Conflict('always')) };
    await expect(aDesk({ events: store }).submit('a', deposit(5))).rejects.toThrow(Conflict);
  });
});

describe('a long stream', () => {
  const long = async () => {
    const [events, snapshots] = [memoryEventStore(), memorySnapshots()];
    const first = aDesk({ events, snapshots });
    const vault = first.vault;
    for (let at = 0; at < 125; at += 1)
      await first.submit('a', { type: 'DepositMany', data: { amounts: Array<number>(50).fill(1) } });
    await first.submit('a', deposit(7), askedUnder(secret, 'key', 'body'));
    return { events, snapshots, vault, first };
  };

  it('is read from its snapshot on, with the keys of the day', async () => {
    const { events, snapshots, first } = await long();
    const kept = await snapshots.get('account-a');
    expect(kept!.revision).toBeGreaterThanOrEqual(4_999);
    expect(kept!.text).not.toContain('balance');
    const read: number[] = [];
    const counting: EventStore = {
      ...events,
      read: (stream, from, limit) => (read.push(from ?? 0), events.read(stream, from, limit)),
    };
    const { desk } = await import('@dosar/kernel');
    const second = desk({ events: counting, snapshots, keyring: first.keyring });
    const { account, origin } = await import('./account');
    expect((await second.state(account, 'a')).balance).toBe(6257);
    expect(read[0]).toBe(kept!.revision + 1);
    expect(await second.submit(account, 'a', deposit(7), askedUnder(secret, 'key', 'body'), origin())).toMatchObject({
      repeated: true,
    });
  });

  it('is read from its beginning when the snapshot is lost or cannot be read', async () => {
    const { events, first } = await long();
    const broken = {
      get: () => Promise.resolve({ revision: 6200, text: '{"k":"account:a","n":"x","c":"y"}' }),
      put: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const { desk } = await import('@dosar/kernel');
    const { account } = await import('./account');
    expect((await desk({ events, snapshots: broken, keyring: first.keyring }).state(account, 'a')).balance).toBe(6257);
  });
});
