import { idempotent, once } from './command-context';
import { Damaged } from '../model/damage';
import { eventIdOf } from '../log/ids';
import { memoryEventStore } from '../memory/event-store';
import { memorySnapshots } from '../memory/snapshots';
import { memoryVault } from '../memory/vault';
import { Conflict, Unavailable, type EventStore } from '../ports';
import { upcast } from '../log/upcast';
import { parseRecord } from '../log/record';
import { aCommandHandler, all, marks, registry } from '../testing/account';
import { turnsTaken, until } from '../testing/waiting';

const deposit = (amount: number) => ({ type: 'Deposit', data: { amount } }) as const;
const withdraw = (amount: number) => ({ type: 'Withdraw', data: { amount } }) as const;
const open = { type: 'Open', data: { owner: 'Ana' } } as const;

/** A log whose appends wait until the test lets them succeed or fail. */
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
  const next = async (how: 'keep' | Error, isOver = () => false) => {
    await until(() => waiting.length > 0 || isOver());
    waiting.shift()?.(how);
  };
  /** Waits until that many appends wait, and for those that come in the same turn. */
  const untilWaiting = async (count: number) => {
    await until(() => waiting.length >= count);
    await turnsTaken();
  };
  return { store, next, waiting: untilWaiting, inner };
};

describe('a command', () => {
  it('is decided on the state and stored', async () => {
    const { handle, state, events } = aCommandHandler();
    expect(await handle('a', open)).toMatchObject({
      stream: 'account-a',
      revision: 0,
      types: ['Opened'],
      repeated: false,
    });
    expect(await handle('a', deposit(5))).toMatchObject({ revision: 1 });
    expect(await state('a')).toEqual({ owner: 'Ana', balance: 5 });
    expect((await all(events.read('account-a'))).map((record) => parseRecord(record).type)).toEqual([
      'Opened',
      'Deposited',
    ]);
  });

  it('is refused by a value, and leaves nothing behind', async () => {
    const { handle, events } = aCommandHandler();
    expect(await handle('a', withdraw(1))).toEqual({ refused: 'account/too-little' });
    expect(await all(events.read('account-a'))).toEqual([]);
  });

  it('may change nothing', async () => {
    const { handle } = aCommandHandler();
    expect(await handle('a', deposit(0))).toMatchObject({ revision: -1, position: null, types: [] });
    await handle('a', deposit(1));
    expect(await handle('a', deposit(0))).toMatchObject({ revision: 0, position: 1n, types: [] });
  });

  it('may be done in part, each refusal with its item', async () => {
    const { handle, state } = aCommandHandler();
    const outcome = await handle('a', { type: 'DepositMany', data: { amounts: [1, -1, 2, -2] } });
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
    const { handle } = aCommandHandler();
    const outcome = await handle('a', open);
    const [record] = 'recorded' in outcome ? outcome.recorded() : [];
    expect(upcast(record!, registry)).toMatchObject({
      type: 'Opened',
      data: { owner: 'Ana' },
      ip: '192.0.2.1',
      position: 1n,
    });
  });

  it('has event ids of its own, in all its parts', async () => {
    const { handle, events } = aCommandHandler();
    const context = once();
    for (const each of [context, context.sub('one'), context.sub('two'), context.sub('two').sub('three')])
      await handle('a', deposit(1), each);
    const records = (await all(events.read('account-a'))).map(parseRecord);
    expect(new Set(records.map(({ id }) => id)).size).toBe(4);
    for (const { id, command, stream, revision } of records) expect(eventIdOf(command.id, stream, revision)).toBe(id);
  });

  it('cannot be more than one append may hold', async () => {
    const { handle } = aCommandHandler();
    await expect(handle('a', { type: 'DepositMany', data: { amounts: Array<number>(101).fill(1) } })).rejects.toThrow(
      '101 events',
    );
  });
});

describe('the same command again', () => {
  it('is answered as before and stores nothing', async () => {
    const { handle, events } = aCommandHandler();
    const first = await handle('a', deposit(5), idempotent(marks, 'key', 'body'));
    await handle('a', deposit(1));
    const { revision, position } = first as { revision: number; position: bigint };
    expect(await handle('a', deposit(5), idempotent(marks, 'key', 'body'))).toMatchObject({
      revision,
      position,
      repeated: true,
    });
    expect(await all(events.read('account-a'))).toHaveLength(2);
  });

  it('is known from the log alone, after a restart', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const first = aCommandHandler(shared);
    const done = await first.handle('a', deposit(5), idempotent(marks, 'key', 'body'));
    const second = aCommandHandler(shared);
    expect(await second.handle('a', deposit(5), idempotent(marks, 'key', 'body'))).toMatchObject({
      revision: 0,
      position: (done as { position: bigint }).position,
      types: ['Deposited'],
      repeated: true,
    });
  });

  it('asked twenty times at once is done once', async () => {
    const { handle, events } = aCommandHandler();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => handle('a', deposit(5), idempotent(marks, 'key', 'body'))),
    );
    expect(new Set(outcomes.map((outcome) => 'revision' in outcome && outcome.revision))).toEqual(new Set([0]));
    expect(await all(events.read('account-a'))).toHaveLength(1);
  });

  it('with another body is refused', async () => {
    const { handle } = aCommandHandler();
    await handle('a', deposit(5), idempotent(marks, 'key', 'body'));
    expect(await handle('a', deposit(6), idempotent(marks, 'key', 'other'))).toEqual({ refused: 'kernel/key-reused' });
  });

  it('is a new one after a day', async () => {
    let now = Date.parse('2026-01-01T12:00:00Z');
    const commandHandler = aCommandHandler({ now: () => new Date(now) });
    await commandHandler.handle('a', deposit(5), idempotent(marks, 'key', 'body'));
    now += 24 * 60 * 60 * 1000;
    expect(await commandHandler.handle('a', deposit(5), idempotent(marks, 'key', 'body'))).toMatchObject({
      revision: 1,
      repeated: false,
    });
  });

  it('that was refused before may succeed now: only successes are kept', async () => {
    const { handle } = aCommandHandler();
    expect(await handle('a', withdraw(3), idempotent(marks, 'key', 'body'))).toMatchObject({
      refused: 'account/too-little',
    });
    await handle('a', deposit(5));
    expect(await handle('a', withdraw(3), idempotent(marks, 'key', 'body'))).toMatchObject({ revision: 1 });
  });
});

describe('commands of one stream', () => {
  it('are decided on the state that includes appends under way, in the order in which they came', async () => {
    const { store, next } = slowed();
    const { handle, state } = aCommandHandler({ events: store });
    const answers: string[] = [];
    const context = [deposit(5), withdraw(4), withdraw(4)].map((command, at) =>
      handle('a', command).then((outcome) =>
        answers.push(`${at} ${'refused' in outcome ? outcome.refused : outcome.revision}`),
      ),
    );
    await next('keep');
    await next('keep');
    await Promise.all(context);
    expect(answers).toEqual(['0 0', '1 1', '2 account/too-little']);
    expect((await state('a')).balance).toBe(1);
  });

  it('are not refused for what then was not stored', async () => {
    const { store, next } = slowed();
    const { handle } = aCommandHandler({ events: store });
    const first = handle('a', open);
    const second = handle('a', open); // would be refused, if the first succeeded
    await next(new Error('a defect of the store'));
    await expect(first).rejects.toThrow('a defect of the store');
    await next('keep');
    expect(await second).toMatchObject({ revision: 0, types: ['Opened'] });
  });

  it('fall with the append that they were decided on, and are decided again', async () => {
    const { store, next } = slowed();
    const { handle, state } = aCommandHandler({ events: store });
    const first = handle('a', deposit(5));
    const second = handle('a', withdraw(5));
    await next(new Error('a defect of the store'));
    await next('keep'); // at a revision that the stream does not have: a conflict
    await expect(first).rejects.toThrow('a defect of the store');
    expect(await second).toEqual({ refused: 'account/too-little' });
    expect((await state('a')).balance).toBe(0);
  });

  it('are decided on what is under way also when the state was given up meanwhile', async () => {
    const { store, next, waiting } = slowed();
    const { handle, state } = aCommandHandler({ events: store });
    const deposited = handle('a', deposit(5));
    await next('keep');
    await deposited;
    const all = [handle('a', withdraw(5))];
    await waiting(1);
    const tooMuch = handle('a', { type: 'DepositMany', data: { amounts: Array<number>(101).fill(1) } });
    await expect(tooMuch).rejects.toThrow('101 events');
    // by revision the second would fit behind the first, although it was decided without it
    all.push(handle('a', deposit(1)), handle('a', withdraw(5)));
    await waiting(1);
    let isDone = false;
    const done = Promise.all(all).finally(() => (isDone = true));
    while (!isDone) await next('keep', () => isDone);
    expect((await done).at(-1)).toEqual({ refused: 'account/too-little' });
    expect((await state('a')).balance).toBe(1);
  });
});

describe('several command handlers over one log', () => {
  it('decide again when another was faster', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const one = aCommandHandler(shared);
    const two = aCommandHandler(shared);
    await one.handle('a', deposit(5));
    await two.handle('a', withdraw(3));
    expect(await one.handle('a', withdraw(3))).toEqual({ refused: 'account/too-little' });
    expect(await one.handle('a', withdraw(2))).toMatchObject({ revision: 2 });
    expect((await two.state('a')).balance).toBe(0);
  });

  it('do not refuse for what another has changed meanwhile', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const one = aCommandHandler(shared);
    const two = aCommandHandler(shared);
    expect(await one.handle('a', withdraw(1))).toMatchObject({ refused: 'account/too-little' });
    await two.handle('a', deposit(5));
    expect(await one.handle('a', withdraw(1))).toMatchObject({ revision: 1 });
  });

  it('do every command exactly once, however they race', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const handlers = [aCommandHandler(shared), aCommandHandler(shared), aCommandHandler(shared)];
    await Promise.all(
      handlers.flatMap(({ handle }) => Array.from({ length: 20 }, (_, at) => handle(`account ${at % 4}`, deposit(1)))),
    );
    const balances = await Promise.all([0, 1, 2, 3].map((at) => handlers[0]!.state(`account ${at}`)));
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
    const { handle } = aCommandHandler({ events: store });
    expect(await handle('a', deposit(5))).toMatchObject({ revision: 0, types: ['Deposited'] });
    expect(await all(inner.read('account-a'))).toHaveLength(1);
  });

  it('ends in Unavailable when nobody answers', async () => {
    const store: EventStore = { ...memoryEventStore(), append: () => Promise.reject(new Unavailable('nobody there')) };
    await expect(aCommandHandler({ events: store }).handle('a', deposit(5))).rejects.toThrow(Unavailable);
  });

  it('ends in Conflict when others are always faster', async () => {
    const store: EventStore = { ...memoryEventStore(), append: () => Promise.reject(new Conflict('always')) };
    await expect(aCommandHandler({ events: store }).handle('a', deposit(5))).rejects.toThrow(Conflict);
  });

  it.each([
    ['when others were faster', 8, () => new Conflict('faster')],
    ['when nothing can be kept', 3, () => new Unavailable('away')],
  ])('is tried so often %s: %i times', async (_, times, failure) => {
    const inner = memoryEventStore();
    let tried = 0;
    let failing = times - 1;
    const append: EventStore['append'] = (...appended) => {
      tried += 1;
      return tried > failing ? inner.append(...appended) : Promise.reject(failure());
    };
    const { handle } = aCommandHandler({ events: { ...inner, append } });
    expect(await handle('a', deposit(5))).toMatchObject({ types: ['Deposited'] });
    expect(tried).toBe(times);

    [tried, failing] = [0, times];
    await expect(handle('a', deposit(6))).rejects.toThrow(failure().message);
    expect(tried).toBe(times);
  });
});

describe('a long stream', () => {
  const long = async () => {
    const shared = { events: memoryEventStore(), snapshots: memorySnapshots(), vault: memoryVault() };
    const first = aCommandHandler(shared);
    await first.handle('a', open);
    // one snapshot is written at a time, and yields to the event loop meanwhile
    const isKept = async (revision: number) => ((await shared.snapshots.get('account-a'))?.revision ?? -1) >= revision;
    for (let at = 1; at <= 25; at += 1) {
      await first.handle('a', { type: 'DepositMany', data: { amounts: Array<number>(50).fill(1) } });
      while (at % 10 === 0 && !(await isKept(50 * at - 1))) await new Promise((go) => setImmediate(go));
    }
    await first.handle('a', deposit(7), idempotent(marks, 'key', 'body'));
    // snapshots are written in the background
    await until(async () => (await shared.snapshots.get('account-a')) !== null);
    return shared;
  };
  const counting = (events: EventStore) => {
    const read: number[] = [];
    const store: EventStore = {
      ...events,
      read: (stream, from, limit) => (read.push(from ?? 0), events.read(stream, from, limit)),
    };
    return { read, store };
  };

  it('is read from its snapshot on, with the keys of the day', async () => {
    const shared = await long();
    const kept = (await shared.snapshots.get('account-a'))!;
    expect(kept.revision).toBeGreaterThanOrEqual(499);
    for await (const part of kept.parts) expect(part).not.toContain('balance');
    const { read, store } = counting(shared.events);
    const second = aCommandHandler({ ...shared, events: store });
    expect((await second.state('a')).balance).toBe(1257);
    expect(read).toContain(kept.revision + 1);
    expect(read).not.toContain(0);
    expect(await second.handle('a', deposit(7), idempotent(marks, 'key', 'body'))).toMatchObject({ repeated: true });
  });

  describe('with many commands that may be asked again', () => {
    const COMMANDS = 2_600;
    const keyOf = (at: number) => idempotent(marks, `key ${at}`, 'body');
    const busy = async () => {
      const shared = { events: memoryEventStore(), snapshots: memorySnapshots(), vault: memoryVault() };
      const { handle } = aCommandHandler(shared);
      await handle('a', open);
      // one snapshot is written at a time: on a busy machine the next one would be skipped
      const isKept = async (revision: number) =>
        ((await shared.snapshots.get('account-a'))?.revision ?? -1) >= revision;
      for (let at = 0; at < COMMANDS; at += 1) {
        await handle('a', deposit(1), keyOf(at));
        if (at % 500 === 499) await until(() => isKept(at));
      }
      const kept = (await shared.snapshots.get('account-a'))!;
      const parts: string[] = [];
      for await (const part of kept.parts) parts.push(part);
      return { shared, kept, parts };
    };
    const allAreKnown = async (parts: Parameters<typeof aCommandHandler>[0], kept: { readonly revision: number }) => {
      const { read, store } = counting(parts!.events!);
      const { handle, state } = aCommandHandler({ ...parts, events: store });
      for (let at = 0; at < COMMANDS; at += 1)
        expect(await handle('a', deposit(1), keyOf(at))).toMatchObject({ repeated: true });
      expect((await state('a')).balance).toBe(COMMANDS);
      expect(read).toContain(kept.revision + 1);
      expect(read).not.toContain(0);
    };

    it('has them in parts of a thousand, each of which costs little', async () => {
      const { shared, kept, parts } = await busy();
      expect(kept.revision).toBeGreaterThanOrEqual(2_400);
      // the list of keys, three parts of commands, and the state
      expect(parts).toHaveLength(5);
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      for (const { length } of parts) expect(length / bytes).toBeLessThan(0.5);
      await allAreKnown(shared, kept);
    });
  });

  it('is read from its beginning when a key of what is in its snapshot was destroyed, and has one again later', async () => {
    const shared = await long();
    const { handle, keyring, state } = aCommandHandler(shared);
    await keyring.destroy('account:a/1');
    expect(await state('a')).toEqual({ owner: 'erased', balance: 1257 });
    for await (const part of (await shared.snapshots.get('account-a'))!.parts) expect(part).not.toContain('Ana');
    await handle('a', deposit(1));
    expect((await state('a')).balance).toBe(1258);
  });

  it('is read from its beginning when the snapshot is lost or cannot be read', async () => {
    const shared = await long();
    const broken = {
      get: async () => ({
        revision: 1200,
        position: 1201n,
        leaf: '',
        parts: (async function* () {
          yield '{"n":"x","c":"y"}';
        })(),
      }),
      put: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    expect((await aCommandHandler({ ...shared, snapshots: broken }).state('a')).balance).toBe(1257);
  });

  it('is read from its beginning when its snapshot is of a log that went further', async () => {
    const shared = await long();
    const events = memoryEventStore();
    const older = (await all(shared.events.read('account-a'))).slice(0, 600);
    for (const { revision, text } of older)
      await events.append('account-a', revision - 1, [{ id: parseRecord({ text }).id, type: '', text }]);
    expect((await aCommandHandler({ ...shared, events }).state('a')).balance).toBe(599);
  });

  it('is read from its beginning, and that is said, when its snapshot is of another log as long as this one', async () => {
    const shared = await long();
    const events = memoryEventStore();
    for (const { revision, text } of await all(shared.events.read('account-a'))) {
      const other = text.replace('"amount":1,', '"amount":1000,').replace('"amount":1}', '"amount":1000}');
      await events.append('account-a', revision - 1, [{ id: parseRecord({ text }).id, type: '', text: other }]);
    }
    const found: string[] = [];
    const onFinding = (about: string, error: Error) => void found.push(`${about}: ${error.message}`);
    const { balance } = await aCommandHandler({ ...shared, events, onFinding }).state('a');
    expect(balance).toBeGreaterThan(1257);
    expect(found).toEqual([
      'the snapshot of account-a is made anew: snapshots that were made from another log are made anew',
    ]);
  });

  it('of which a record is missing is damaged, not in conflict', async () => {
    const shared = await long();
    const holed: EventStore = {
      ...shared.events,
      async *read(stream, from, limit) {
        for await (const batch of shared.events.read(stream, from, limit))
          yield batch.filter(({ revision }) => revision !== 28);
      },
    };
    const { handle } = aCommandHandler({ ...shared, snapshots: memorySnapshots(), events: holed });
    await expect(handle('a', deposit(1))).rejects.toThrow(Damaged);
    await expect(handle('a', deposit(1))).rejects.toThrow('account-a has no revision 28');
  });
});

describe('the causes and marks of events', () => {
  const keyed = (body: string) => idempotent(marks, 'key', body);

  it('gives each event an id that follows from its command and its place, however often a key is used', async () => {
    let now = Date.parse('2026-01-01T12:00:00Z');
    const { handle, events } = aCommandHandler({ now: () => new Date(now) });
    for (let day = 0; day < 3; day += 1) {
      await handle('a', deposit(5), keyed('body'));
      now += 24 * 60 * 60 * 1000;
    }
    const records = (await all(events.read('account-a'))).map(parseRecord);
    expect(new Set(records.map(({ command }) => command.id)).size).toBe(1);
    expect(new Set(records.map(({ id }) => id)).size).toBe(3);
  });

  it('gives what two bodies make under one key different ids', () =>
    expect(keyed('one').idFor('folder')).not.toBe(keyed('other').idFor('folder')));

  it('marks no key where none was sent', async () => {
    const { handle, events } = aCommandHandler();
    await handle('a', deposit(5));
    expect(parseRecord((await all(events.read('account-a')))[0]!).command).toMatchObject({ key: null, body: null });
  });

  it('never stamps a record earlier than the newest one it knows, and writes nothing with a clock far behind', async () => {
    let now = Date.parse('2026-01-01T12:00:00Z');
    const { handle, handler, events } = aCommandHandler({ now: () => new Date(now) });
    handler.clock.saw('2026-01-01T12:00:30.000Z');
    await handle('a', deposit(1));
    expect(parseRecord((await all(events.read('account-a')))[0]!).occurredAt).toBe('2026-01-01T12:00:30.000Z');
    now -= 31_000;
    await expect(handle('a', deposit(1))).rejects.toThrow("this machine's clock is 61 s behind");
  });
});

describe('keys of personal data', () => {
  const named = async (events: EventStore) =>
    (await all(events.read('account-a')))
      .map(parseRecord)
      .map(({ personal, origin: from }) => [
        ...Object.values(personal ?? {}).map(({ k }) => k.replace(/\/[^/]*$/, '')),
        from?.k.replace(/\/[^/]*$/, ''),
      ]);

  it('begin when they are used first; addresses and agents are their own owner, year by year', async () => {
    let now = '2026-12-31T23:59:59.000Z';
    const { handle, events } = aCommandHandler({ now: () => new Date(now) });
    await handle('a', open);
    now = '2027-01-01T00:00:00.000Z';
    await handle('a', deposit(1));
    expect(await named(events)).toEqual([['account:a/1', 'origin:u-1/2026'], ['origin:u-1/2027']]);
  });

  it('that the log names and the vault lacks are lost: nothing is written with them, and none is made again', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const { handle: before, events } = aCommandHandler(shared);
    await before('a', deposit(1));
    await before('a', open);
    const [, [own]] = (await named(events)) as [unknown, [string]];
    const from = (await named(events))[0]![0]!;
    for (const name of [own, from]) {
      const kept = (await shared.vault.get(`key/${name}`))!;
      await shared.vault.remove(`key/${name}`);
      const { handle } = aCommandHandler(shared);
      await expect(handle('a', deposit(1))).rejects.toThrow(`the key ${name} is missing from the vault`);
      expect(await shared.vault.putIfAbsent(`key/${name}`, kept)).toBe(true);
    }
    expect(await all(events.read('account-a'))).toHaveLength(2);
  });

  it('are one for all processes that begin them at the same time', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const handlers = Array.from({ length: 5 }, () => aCommandHandler(shared));
    await Promise.all(handlers.map(({ handle }, at) => handle(`account ${at}`, open)));
    const state = await aCommandHandler(shared).state('account 3');
    expect(state.owner).toBe('Ana');
    for await (const batch of shared.events.follow(null, AbortSignal.timeout(100)))
      expect(new Set(batch.map((record) => parseRecord(record).origin!.k.split('/')[1])).size).toBe(1);
  });

  it('that were destroyed seal nothing any more: nothing is stored with its texts left out', async () => {
    const shared = { events: memoryEventStore(), vault: memoryVault() };
    const { handle, events, keyring } = aCommandHandler(shared);
    await handle('a', deposit(1));
    await keyring.begin('account:a/1');
    await keyring.destroy('account:a/1');
    expect(await handle('a', open)).toEqual({ refused: 'kernel/erased' });
    // commands without personal data still work
    await handle('a', deposit(1));
    expect(await all(events.read('account-a'))).toHaveLength(2);
  });
});
