import { keyring } from '../keys/keyring';
import { masters } from '../keys/masters';
import { memoryEventStore } from '../memory/event-store';
import { memoryReadStore } from '../memory/read-store';
import { UnwritableRow, type EventStore, type ReadStore, type StoredRecord } from '../ports';
import { put, type AnyProjector } from './projector';
import { runProjectors } from '../views/run-projectors';
import { aCommandHandler, balances, master, registry } from '../testing/account';
import type { Stop } from '../views/view-runner';
import { until } from '../testing/waiting';

const deposit = (amount: number) => ({ type: 'Deposit', data: { amount } }) as const;

/** Counts withdrawals and does not read deposits. */
const withdrawals: AnyProjector = {
  view: 'withdrawals',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  on: { Withdrawn: ({ amount }: { amount: number }, { id }: { id: string }) => put(id, { amount }) },
};

/** A log in which the record at one position is damaged. */
const damagedAt = (log: EventStore, at: bigint, damage: (record: StoredRecord) => StoredRecord): EventStore => ({
  ...log,
  async *follow(after, signal) {
    for await (const batch of log.follow(after, signal))
      yield batch.map((record) => (record.position === at ? damage(record) : record));
  },
});

/** An account that was opened, with a deposit of 5 at position 2 and a withdrawal of 1 at position 4. */
const aLog = async () => {
  const events = memoryEventStore();
  const handler = aCommandHandler({ events });
  await handler.handle('a', { type: 'Open', data: { owner: 'Ana' } });
  for (const command of [deposit(5), deposit(7), { type: 'Withdraw', data: { amount: 1 } } as const])
    await handler.handle('a', command);
  return { events, handler };
};

const run = async (
  { events, handler }: Awaited<ReturnType<typeof aLog>>,
  parts: { readonly events?: EventStore; readonly reads?: ReadStore } = {},
) => {
  const stops: [string, Stop][] = [];
  const stopping = new AbortController();
  const reads = parts.reads ?? memoryReadStore();
  const ports = {
    events,
    reads,
    keyring: keyring(handler.vault, masters([master])),
    signals: { send() {} },
    ...parts,
    onStop: (view: string, stop: Stop) => void stops.push([view, stop]),
  };
  const { ended } = await runProjectors([balances(), withdrawals], registry, ports, stopping.signal);
  const end = async () => {
    stopping.abort();
    await ended;
  };
  return { reads, stops, end };
};

describe('a damaged record', () => {
  it('stops the views that it concerns, named by its id; the others go on', async () => {
    const log = await aLog();
    const damage = { id: 'the-id', type: 'Deposited', what: 'the record the-id is damaged' };
    const { reads, stops, end } = await run(log, {
      events: damagedAt(log.events, 2n, (record) => ({ ...record, damage })),
    });
    await until(async () => (await reads.state(withdrawals)).position === 4n);
    expect(stops).toEqual([
      ['balances', { eventId: 'the-id', position: 2n, reason: expect.stringContaining('the-id is damaged') as string }],
    ]);
    expect((await reads.state(balances())).position).toBe(1n);
    expect(await reads.count(withdrawals, { where: {} })).toBe(1);
    await end();
  });

  it('stops all views when nobody knows of what type it was', async () => {
    const log = await aLog();
    const { reads, stops, end } = await run(log, {
      events: damagedAt(log.events, 2n, (record) => ({ ...record, text: `${record.text}}` })),
    });
    await until(() => stops.length === 2);
    expect(stops.map(([view, { position }]) => [view, position])).toEqual([
      ['balances', 2n],
      ['withdrawals', 2n],
    ]);
    expect((await reads.state(withdrawals)).position).toBe(1n);
    await end();
  });
});

describe('a row that cannot be kept', () => {
  it('stops its view where it was, and no other', async () => {
    const log = await aLog();
    const kept = memoryReadStore();
    const apply: ReadStore['apply'] = async (batches, upTo) => {
      for (const { view, writes } of batches)
        for (const row of writes)
          if (view.view === 'balances' && row.position >= 3n)
            throw new UnwritableRow(view.view, row, 'it is too large');
      await kept.apply(batches, upTo);
    };
    const { reads, stops, end } = await run(log, { reads: { ...kept, apply } });
    await until(async () => (await reads.state(withdrawals)).position === 4n);
    expect(stops).toEqual([
      ['balances', { eventId: null, position: 4n, reason: 'the view balances cannot keep the row a: it is too large' }],
    ]);
    // all events came in one batch, of which nothing was written
    expect(await reads.get(balances(), 'a')).toBeNull();
    await log.handler.handle('a', { type: 'Withdraw', data: { amount: 1 } });
    await until(async () => (await reads.state(withdrawals)).position === 5n);
    await end();
  });
});
