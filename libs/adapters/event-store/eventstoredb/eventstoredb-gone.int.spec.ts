import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import * as operationsService from '@eventstore/db-client/generated/operations_grpc_pb.js';
import * as operationsMessages from '@eventstore/db-client/generated/operations_pb.js';
import { countHead, Damaged, Unavailable, type StoredRecord } from '@dosar/kernel/runtime';
import { eventStoreNodes, type EventStoreNodes } from '../../testing/event-store-nodes';
import { all, aRecord, aStream, someRecords, take, textsOf } from '../../testing/records';
import { eventStoreDb, type VerifiedStore } from './eventstoredb';
import { allOf } from './eventstoredb-protocol';
import type { Known } from '../verified';

const { OperationsClient } = allOf(operationsService);
const { StartScavengeReq } = allOf(operationsMessages);

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** How often, and how many times, a test checks for a report. */
const [LOOK_MS, LOOKS] = [20, 250] as const;
const until = async (isSo: () => boolean) => {
  for (let looked = 0; !isSo() && looked < LOOKS; looked += 1) await pause(LOOK_MS);
};

type Told = {
  readonly damages: string[];
  readonly rewritten: string[];
  hidden: readonly string[];
  done: number;
};

describe.each([
  ['that it shares with others', true],
  ['of its own', false],
])('the log on a server %s, whose operator meddles with it', (_, isShared) => {
  let prefix = '';
  let dot = '';
  let count = 0;
  let nodes: EventStoreNodes;
  let client: EventStoreDBClient;
  let store: VerifiedStore;
  let told: Told;
  let streams: readonly string[];
  let records: readonly StoredRecord[];
  let known: Known;

  const open = async () => {
    const mine: Told = (told = { damages: [], rewritten: [], hidden: [], done: 0 });
    store = await eventStoreDb(nodes.url(prefix), {
      onDamage: (what) => mine.damages.push(what),
      onRewritten: (what) => mine.rewritten.push(what),
      onHidden: (sentences) => (mine.hidden = sentences),
      onVerified: (_, isDone) => (mine.done += isDone ? 1 : 0),
    });
  };
  /** Everything reported of it after a pass over the whole log. */
  const saidOf = async () => {
    const { done } = told;
    store.verify(null, known);
    await until(() => told.done > done || told.rewritten.length > 0);
    return [...told.rewritten, ...told.damages, ...told.hidden].join('\n');
  };
  const isNotWritten = () => expect(store.append(aStream(), -1, [aRecord(aStream(), 0)])).rejects.toThrow(Unavailable);

  const scavenge = () =>
    client['execute'](
      OperationsClient,
      'scavenge',
      (operations: InstanceType<typeof OperationsClient>) =>
        new Promise<void>((resolve, reject) => {
          const request = new StartScavengeReq().setOptions(new StartScavengeReq.Options());
          operations.startScavenge(request, ...client['callArguments']({}), (error: Error | null) =>
            error ? reject(error) : resolve(),
          );
        }),
    );

  const begin = async () => {
    nodes = await eventStoreNodes(1);
    client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${nodes.ports[0]}?tls=false`);
  };
  const end = async () => {
    await client.dispose();
    await nodes.end();
  };
  if (isShared) {
    beforeAll(begin);
    afterAll(end);
  }
  beforeEach(async () => {
    if (!isShared) await begin();
    prefix = isShared ? `office-${(count += 1)}` : '';
    dot = isShared ? `${prefix}.` : '';
    await open();
    streams = [aStream(), aStream(), aStream()];
    for (let revision = 0; revision < 3; revision += 1)
      for (const stream of streams) await store.append(stream, revision - 1, [aRecord(stream, revision)]);
    records = await take(store, null, 9);
    const { size, root } = (await countHead(store))!;
    known = { size, root };
  });
  afterEach(async () => {
    await store.close();
    if (!isShared) await end();
  });

  const PLACES = { first: 0, middle: 4, last: 8 } as const;
  const places = Object.entries(PLACES).map(([name, at]) => ({ name, at }));
  const MEDDLED: Readonly<Record<string, (record: StoredRecord, other: StoredRecord) => number>> = {
    'taken away': ({ position }) => nodes.meddle('DELETE FROM events WHERE position = ?', Number(position)),
    doubled: ({ position, stream }) =>
      nodes.meddle(
        `INSERT INTO events SELECT (SELECT max(position) + 500 FROM events), stream, 3, id, type, content_type, data, metadata, created
         FROM events WHERE position = ? AND stream = ?`,
        Number(position),
        `${dot}${stream}`,
      ),
    swapped: (one, other) => {
      const exchange = (from: bigint, to: bigint) =>
        nodes.meddle('UPDATE events SET position = ? WHERE position = ?', Number(to), Number(from));
      return exchange(one.position, -1n) + exchange(other.position, one.position) + exchange(-1n, other.position);
    },
    'changed by a byte': ({ position, text }) =>
      nodes.meddle(
        'UPDATE events SET data = ? WHERE position = ?',
        Buffer.from(text.replace('Noted', 'Noded')),
        Number(position),
      ),
  };

  const matrix = Object.keys(MEDDLED).flatMap((how) =>
    places.flatMap(({ name, at }) => ['cold', 'while it runs'].map((when) => ({ how, name, at, when }))),
  );
  const cases = isShared ? matrix : matrix.filter(({ how, name }) => how === 'taken away' && name === 'middle');

  it.each(cases)('names that its $name record was $how, $when, and writes nothing more', async ({ how, at, when }) => {
    if (when === 'cold') await store.close();
    const other = records[at === 8 ? 7 : at + 1]!;
    expect(MEDDLED[how]!(records[at]!, other)).toBeGreaterThan(0);
    if (when === 'cold') await open();
    const said = await saidOf();
    expect(said).toMatch(/the log was rewritten|is damaged/);
    if (how === 'doubled' || how.startsWith('changed')) {
      expect(said).toContain(records[at]!.stream);
      await isNotWritten();
    } else expect(told.rewritten).toHaveLength(1);
    if (how === 'taken away' && at < 6) expect(said).toContain(`revision ${records[at + 3]!.revision} of`);
  });

  it('names a stream that was deleted, at once, cold too, and goes on when that was taken back', async () => {
    const [stream] = streams;
    await client.deleteStream(`${dot}${stream}`);
    await until(() => told.hidden.length > 0);
    expect(told.hidden).toEqual([expect.stringContaining(`the stream ${dot}${stream} was deleted on the server`)]);
    await isNotWritten();
    await expect(all(store.read(stream!))).rejects.toThrow(Damaged);
    await store.close();
    await open();
    await expect(all(store.read(stream!))).rejects.toThrow(`the metadata of that stream ($$${dot}${stream})`);
    await until(() => told.hidden.length > 0);
    await isNotWritten();

    await client.setStreamMetadata(`${dot}${stream}`, {});
    await until(() => told.hidden.length === 0);
    expect(await all(store.read(stream!))).toHaveLength(3);
    expect((await store.append(stream!, 2, [aRecord(stream!, 3)])).revision).toBe(3);
    expect(await saidOf()).toBe('');
  });

  it('names a stream that was deleted and scavenged: its records are fewer than are known', async () => {
    await client.deleteStream(`${dot}${streams[1]}`);
    await scavenge();
    await store.close();
    await open();
    expect(await saidOf()).toContain('9 records of the log are known, but only 6 are there');
    await until(() => told.hidden.length > 0);
    await isNotWritten();
  });

  it('names a stream with a tombstone', async () => {
    const [, stream] = streams;
    await client.tombstoneStream(`${dot}${stream}`);
    await until(() => told.hidden.length > 0);
    expect(told.hidden[0]).toContain('for good (a tombstone)');
    await expect(all(store.read(stream!))).rejects.toThrow('for good (a tombstone)');
    await isNotWritten();
    await scavenge();
    expect(await saidOf()).toContain('9 records of the log are known, but only 6 are there');
  });

  it.each([
    ['$maxCount', { maxCount: 1 }],
    ['$maxAge', { maxAge: 1 }],
    ['$tb', { truncateBefore: 2 }],
  ])('names a stream that is bounded by %s', async (name, settings) => {
    const [, , stream] = streams;
    await client.setStreamMetadata(`${dot}${stream}`, settings);
    await until(() => told.hidden.length > 0);
    expect(told.hidden[0]).toContain(`the stream ${dot}${stream} is bounded on the server (${name}`);
    await isNotWritten();
    if (name === '$maxAge') await pause(1_100);
    await expect(all(store.read(stream!))).rejects.toThrow('is bounded on the server');
    await client.setStreamMetadata(`${dot}${stream}`, { customProperty: 'x' } as never);
    await until(() => told.hidden.length === 0);
    expect(await all(store.read(stream!))).toHaveLength(3);
  });

  it('says nothing of streams that are not ours, or of settings that hide nothing', async () => {
    await client.appendToStream('order-1', [jsonEvent({ type: 'OrderPlaced', data: {} })]);
    await client.deleteStream('order-1');
    await client.setStreamMetadata(`${dot}${streams[0]}`, { cacheControl: 5 });
    await pause(400);
    expect(told.hidden).toEqual([]);
    expect(await all(store.read(aStream()))).toEqual([]);
    expect(await saidOf()).toBe('');
  });

  it('has a head that is ours, whatever others or the server itself have written behind it under our prefix', async () => {
    const { position } = records.at(-1)!;
    await client.appendToStream(`${dot}order-1`, [jsonEvent({ type: 'OrderPlaced', data: {} })]);
    await client.tombstoneStream(`${dot}order-1`);
    expect(await store.head()).toBe(position);
    expect(textsOf(await take(store, null, 9))).toEqual(textsOf(records));
    expect(await saidOf()).toBe('');
  });

  it('forgets a damaged record when it is again what was written', async () => {
    const [, record] = records;
    nodes.meddle('UPDATE events SET data = ? WHERE position = ?', Buffer.from('{}'), Number(record!.position));
    expect(await saidOf()).toContain('is damaged');
    await isNotWritten();
    nodes.meddle('UPDATE events SET data = ? WHERE position = ?', Buffer.from(record!.text), Number(record!.position));
    await saidOf();
    const stream = aStream();
    expect((await store.append(stream, -1, someRecords(stream, 1))).revision).toBe(0);
  });

  it('never says that nothing is where this process has seen something', async () => {
    const { position } = records.at(-1)!;
    // as a deposed leader answers that does not know yet that others went on without it
    nodes.meddle('DELETE FROM events WHERE position >= ?', Number(records[6]!.position));
    await expect(store.at([position])).rejects.toThrow(Unavailable);
    expect(await store.at([records[0]!.position])).toEqual([records[0]]);
  });
});
