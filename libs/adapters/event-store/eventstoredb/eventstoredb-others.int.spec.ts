import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import {
  countHead,
  leafHash,
  newId,
  parseRecord,
  Unavailable,
  type EventStore,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { CannotStart } from '../../cannot-start';
import { eventStoreNodes, type EventStoreNodes } from '../../testing/event-store-nodes';
import { all, aRecord, aStream, someRecords, take, textsOf } from '../../testing/records';
import { eventStoreDb } from './eventstoredb';
import type { Known, Verified } from '../verified';
import { until } from '@dosar/kernel/testing/waiting';

const MANY = Number(process.env['FOREIGN'] ?? 20_000);

describe('the log on a server that others write to', () => {
  let nodes: EventStoreNodes;
  let client: EventStoreDBClient;
  const opened: EventStore[] = [];
  const findings: string[] = [];
  const damages: string[] = [];
  const open = async (prefix = '') => {
    const told = { onFinding: (what: string) => findings.push(what), onDamage: (what: string) => damages.push(what) };
    const store = await eventStoreDb(nodes.url(prefix), told);
    opened.push(store);
    return store;
  };
  beforeEach(async () => {
    nodes = await eventStoreNodes(1);
    client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${nodes.ports[0]}?tls=false`);
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    for (const list of [findings, damages]) list.length = 0;
    await client.dispose();
    await nodes.end();
  });

  const foreignEvents = () => [
    jsonEvent({ type: 'OrderPlaced', data: { order: 1 } }),
    binaryEvent({ type: 'Scanned', data: Buffer.from([0xff, 0xfe, 0x00]) }),
    binaryEvent({ type: 'Nothing', data: Buffer.alloc(0) }),
    jsonEvent({ type: 'Correlated', data: null as never, metadata: { $correlationId: 'x' } }),
    binaryEvent({ type: 'Garbled', data: Buffer.from('{'), metadata: Buffer.from([1, 2]) as never }),
  ];

  it('passes over what is not ours before, between and behind what is, counts it, and names the first', async () => {
    const store = await open();
    const stream = aStream();
    const stopping = new AbortController();
    const seen: StoredRecord[] = [];
    const following = (async () => {
      for await (const batch of store.follow(null, stopping.signal)) seen.push(...batch);
    })();
    const { position } = await client.appendToStream('order-1', foreignEvents());
    await store.append(stream, -1, [aRecord(stream, 0)]);
    await client.appendToStream('order-2', [jsonEvent({ type: 'Large', data: { text: 'x'.repeat(1_000_000) } })]);
    const ours = await store.append(stream, 0, someRecords(stream, 2, 1));
    await client.appendToStream('order-3', foreignEvents());

    expect(await store.head()).toBe(ours.position);
    expect(textsOf(await take(store, null, 3))).toEqual(textsOf(await all(store.read(stream))));
    expect(await store.at([position!.commit, ours.position])).toEqual([null, expect.objectContaining({ revision: 2 })]);
    await until(() => seen.length >= 3);
    stopping.abort();
    await following;
    expect(textsOf(seen)).toEqual(textsOf(await all(store.read(stream))));
    expect(findings[0]).toContain('order-1, revision 0 (OrderPlaced)');
    // eleven events, read by two followers: each is counted once
    expect(findings.at(-1)).toContain('10 events');
    expect(damages).toEqual([]);
  });

  it(`has a head, and is followed, behind a foreign stream of ${MANY}`, async () => {
    const store = await open();
    const stream = aStream();
    const { position } = await store.append(stream, -1, [aRecord(stream, 0)]);
    for (let at = 0; at < MANY; at += 1_000)
      await client.appendToStream(
        'foreign-many',
        Array.from({ length: 1_000 }, (_, n) => jsonEvent({ type: 'Counted', data: { at: at + n } })),
      );
    expect(await store.head()).toBe(position);
    // the second time does not search again
    const began = performance.now();
    expect(await store.head()).toBe(position);
    expect(performance.now() - began).toBeLessThan(1_000);
    const next = await store.append(stream, 0, [aRecord(stream, 1)]);
    expect(await store.head()).toBe(next.position);
    expect((await take(store, position, 1))[0]!.position).toBe(next.position);
  }, 300_000);

  it('keeps installations apart by the prefix in their addresses, on the server alone', async () => {
    const one = await open('office');
    const two = await open('office-2');
    const bare = await open();
    const stream = aStream();
    const records = someRecords(stream, 2);
    const first = await one.append(stream, -1, records);
    expect([await two.head(), await all(two.read(stream))]).toEqual([null, []]);
    const second = await two.append(stream, -1, [aRecord(stream, 0)]);
    await client.appendToStream('order-1', foreignEvents());
    expect([await one.head(), await two.head()]).toEqual([first.position, second.position]);
    expect(await two.at([first.position, second.position])).toEqual([null, expect.objectContaining({ stream })]);
    const followed = await take(one, null, 2);
    expect(followed).toEqual(await all(one.read(stream)));
    expect(followed.map((record) => [record.stream, record.text.includes('office')])).toEqual([
      [stream, false],
      [stream, false],
    ]);
    const named: (string | undefined)[] = [];
    for await (const { event } of client.readAll()) if (event?.type === 'Noted') named.push(event.streamId);
    expect(named).toEqual([`office.${stream}`, `office.${stream}`, `office-2.${stream}`]);
    // events outside the prefix are never sent, so they are not reported
    expect(findings).toEqual([]);
    // without a prefix nothing changes
    const alone = await bare.append(aStream(), -1, [aRecord('x', 0)]);
    expect(await one.head()).not.toBe(alone.position);
  });

  it.each(['$system', 'a.b', 'ș', 'two words', '-a', 'a/b', 'x'.repeat(61)])(
    'says in a sentence that "%s" cannot be a prefix',
    async (prefix) => {
      const opening = eventStoreDb(`esdb://127.0.0.1:1/${prefix}?tls=false`);
      await expect(opening).rejects.toThrow(CannotStart);
      await expect(opening).rejects.toThrow(`"${prefix}" cannot be what the names of streams begin with`);
    },
  );

  describe('names a record of ours that is not what was written', () => {
    const CHANGED = `UPDATE events SET data = ? WHERE stream = ? AND revision = 1`;

    it.each([
      ['a byte of its text', (text: Buffer) => text.fill('x', 100, 101)],
      ['the first byte of its text', (text: Buffer) => text.fill('x', 0, 1)],
      ['all of its text', () => Buffer.alloc(0)],
    ])('since %s was changed', async (_, change) => {
      const store = await open();
      const stream = aStream();
      const records = someRecords(stream, 3);
      await store.append(stream, -1, records);
      expect(nodes.meddle(CHANGED, change(Buffer.from(records[1]!.text)), stream)).toBe(1);
      const found = await take(store, null, 3);
      expect(found.map(({ damage }) => damage?.id)).toEqual([undefined, records[1]!.id, undefined]);
      expect(found[1]!.damage).toEqual({
        id: records[1]!.id,
        type: 'Noted',
        what: expect.stringContaining(`${stream}, revision 1`) as string,
        leaf: leafHash(records[1]!.text).toString('base64'),
      });
      await all(store.read(stream));
      expect(damages).toEqual([found[1]!.damage!.what]);
      await expect(store.append(stream, 2, [aRecord(stream, 3)])).rejects.toThrow(Unavailable);
      expect(await store.head()).toBe(found[2]!.position);
    });

    it('since its id does not follow from its command and its place, though its leaf was written anew', async () => {
      const store = await open();
      const stream = aStream();
      const records = someRecords(stream, 3);
      await store.append(stream, -1, records);
      const { command } = parseRecord(records[1]!);
      const text = records[1]!.text.replaceAll(command.id, newId());
      const metadata = { $correlationId: command.id, leaf: leafHash(text).toString('base64') };
      const meddled = `UPDATE events SET data = ?, metadata = ? WHERE stream = ? AND revision = 1`;
      expect(nodes.meddle(meddled, Buffer.from(text), Buffer.from(JSON.stringify(metadata)), stream)).toBe(1);
      const found = await take(store, null, 3);
      expect(found.map(({ damage }) => damage?.id)).toEqual([undefined, records[1]!.id, undefined]);
      expect(damages).toEqual([expect.stringMatching(/revision 1 .*its id does not follow from its command/)]);
      expect(textsOf(await all(store.read(stream, 2)))).toEqual([records[2]!.text]);
      await expect(store.append(stream, 2, [aRecord(stream, 3)])).rejects.toThrow(Unavailable);
    });

    it('since it stands in another place', async () => {
      const store = await open();
      const stream = aStream();
      const records = someRecords(stream, 2);
      await store.append(stream, -1, records);
      nodes.meddle(`UPDATE events SET stream = ? WHERE stream = ? AND revision = 1`, `${stream}-else`, stream);
      await take(store, null, 2);
      expect(damages).toEqual([expect.stringContaining(`${records[1]!.id} at ${stream}-else`)]);
    });
  });

  describe('is verified in the pauses', () => {
    /** Verifies from there on. @returns what was reported until the end of the log, or until it was found to be rewritten */
    const verified = async (from: Verified | null, known: Known | null) => {
      const end: { last?: Verified; rewritten?: string } = {};
      await new Promise<void>((resolve) => {
        const onVerified = (last: Verified, isDone: boolean) => {
          end.last = last;
          if (isDone) resolve();
        };
        const onRewritten = (what: string) => {
          end.rewritten = what;
          resolve();
        };
        const onDamage = (what: string) => damages.push(what);
        void eventStoreDb(nodes.url(), { onVerified, onRewritten, onDamage }).then((store) => {
          opened.push(store);
          store.verify(from, known);
        });
      });
      return end;
    };
    const fill = async (streams: number) => {
      const store = await open();
      for (let at = 0; at < streams; at += 1) {
        const stream = aStream();
        await store.append(stream, -1, someRecords(stream, 100));
      }
      return store;
    };

    it('counts the tree over all records, and goes on where it was left', async () => {
      const store = await fill(25);
      const half = (await verified(null, null)).last!;
      const size = 2_500;
      expect(half.at).toBe(size);
      const stream = aStream();
      await store.append(stream, -1, someRecords(stream, 100));
      await client.appendToStream('order-1', foreignEvents());
      const { size: counted, root, roots, position } = (await countHead(store))!;
      expect(await verified(half, { size: counted, root })).toEqual({ last: { at: counted, roots, place: position } });
    });

    it('against what was known: a history that was rewritten so that each record agrees with itself is named', async () => {
      const store = await fill(2);
      const { size, root } = (await countHead(store))!;
      const [record] = await take(store, null, 1);
      const text = record!.text.replace('2026-01-01', '2025-01-01');
      const metadata = { $correlationId: newId(), leaf: leafHash(text).toString('base64') };
      const meddled = `UPDATE events SET data = ?, metadata = ? WHERE stream = ? AND revision = 0`;
      expect((await verified(null, { size, root })).rewritten).toBeUndefined();
      nodes.meddle(meddled, Buffer.from(text), Buffer.from(JSON.stringify(metadata)), record!.stream);
      const { rewritten } = await verified(null, { size, root });
      expect(rewritten).toBe('the first 200 records are not those that were known: the log was rewritten');
      expect(damages).toEqual([]);
    });

    it('and a record whose text alone was changed is named by its id: the tree over what was written is the same', async () => {
      const store = await fill(2);
      const { size, root } = (await countHead(store))!;
      const [, record] = await take(store, null, 2);
      const { id } = parseRecord(record!);
      const changed = Buffer.from(record!.text.replace('Noted', 'Noded'));
      nodes.meddle(`UPDATE events SET data = ? WHERE id = ?`, changed, id);
      const { last, rewritten } = await verified(null, { size, root });
      expect([last!.at, rewritten]).toEqual([200, undefined]);
      expect(damages).toEqual([expect.stringContaining(id)]);
    });
  });
});
