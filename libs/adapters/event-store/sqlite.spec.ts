import { join } from 'node:path';
import { appendLeaf, compactRange, leafHash, newId, rootOf, Unavailable, type EventStore } from '@dosar/kernel/runtime';
import { aFolder } from '../testing/folder';
import { openSqlite } from '../sqlite';
import { all, aRecord, aStream, someRecords } from '../testing/records';
import { eventStoreSuite } from './event-store.suite';
import { eventStoreTranscript } from './transcript.suite';
import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { sqliteEventStore, type LogEvents } from './sqlite';
import type { Known, Verified } from './verified';
import { until } from '@dosar/kernel/testing/waiting';

const aLog = async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'log.db');
  let store = await sqliteEventStore(file);
  const reopen = async (events: LogEvents = {}) => {
    await store.close();
    return (store = await sqliteEventStore(file, events));
  };
  const close = async () => {
    await store.close();
    await remove();
  };
  return { store, file, reopen, close, now: () => store };
};

eventStoreSuite('sqlite', aLog);

describe('the embedded log', () => {
  let log: Awaited<ReturnType<typeof aLog>>;
  beforeEach(async () => void (log = await aLog()));
  afterEach(() => log.close());

  const appendTen = async (store: EventStore) => {
    const stream = aStream();
    await store.append(
      stream,
      -1,
      Array.from({ length: 10 }, (_, at) => aRecord(stream, at)),
    );
    return stream;
  };
  /** Changes the file from outside, as a failing disk or a person with a database tool would. */
  const meddle = async (sql: string) => {
    await log.store.close();
    const db = openSqlite(log.file, { durability: 'NORMAL' });
    db.exec('DROP TRIGGER records_stay; DROP TRIGGER records_remain');
    db.exec(sql);
    db.close();
    const damages: string[] = [];
    const store = await log.reopen({ onDamage: (what) => damages.push(what) });
    return { store, damages };
  };

  it('agrees with the memory adapter on 10,000 seeded operations', async () => {
    const seed = Number(process.env['SEED'] ?? 20260901);
    const embedded = await eventStoreTranscript(log.store, seed, 10_000);
    expect(embedded).toEqual(await eventStoreTranscript(memoryEventStore(), seed, 10_000));
  });

  it.each([
    'UPDATE records SET text = text',
    'DELETE FROM records',
    'UPDATE streams SET name = name',
    'DELETE FROM streams',
  ])('can only be added to: %s', async (sql) => {
    await appendTen(log.store);
    const db = openSqlite(log.file, { durability: 'FULL' });
    expect(() => db.exec(sql)).toThrow('append-only');
    db.close();
  });

  it('keeps the RFC 6962 leaf hash of every record, and so the root of the whole log', async () => {
    const stream = await appendTen(log.store);
    const db = openSqlite(log.file, { durability: 'FULL', readOnly: true });
    const leaves = (db.prepare('SELECT leaf FROM records ORDER BY position').all() as { leaf: Uint8Array }[]).map(
      ({ leaf }) => leaf,
    );
    db.close();
    const texts = (await all(log.store.read(stream))).map(({ text }) => text);
    expect(leaves.map((leaf) => Buffer.from(leaf))).toEqual(texts.map(leafHash));
    const stored = compactRange();
    const computed = compactRange();
    for (const leaf of leaves) appendLeaf(stored, Buffer.from(leaf));
    for (const text of texts) appendLeaf(computed, leafHash(text));
    expect(rootOf(stored)).toEqual(rootOf(computed));
  });

  it.each([
    ['a changed text', `UPDATE records SET text = replace(text, 'Noted', 'Noded') WHERE position = 7`, 'position 7'],
    ['a record taken out', 'DELETE FROM records WHERE position = 4', 'position 4 is missing'],
    ['a record moved elsewhere', 'UPDATE records SET revision = 20 WHERE position = 9', 'stands in another place'],
    [
      'a record of no stream',
      'PRAGMA foreign_keys = OFF; UPDATE records SET stream = 99 WHERE position = 9',
      'its stream is not known',
    ],
  ])('names %s when it is opened, and refuses to write', async (_, sql, named) => {
    const stream = await appendTen(log.store);
    const { store, damages } = await meddle(sql);
    expect(damages).toEqual([expect.stringContaining(named)]);
    await expect(store.append(aStream(), -1, [aRecord(stream, 0)])).rejects.toThrow(Unavailable);
    expect((await all(store.read(stream))).length).toBeGreaterThan(0);
  });

  describe.each(['cold', 'while it runs'])('names a record, %s', (when) => {
    type Meddling = (at: number, other: number) => string;
    const MEDDLED: Readonly<Record<string, Meddling>> = {
      'taken away': (at) => `DELETE FROM records WHERE position = ${at}`,
      doubled: (at) =>
        `INSERT INTO records SELECT max(position) + 1, stream, max(revision) + 1, leaf, (SELECT text FROM records WHERE position = ${at}) FROM records`,
      swapped: (at, other) =>
        `UPDATE records SET position = -1 WHERE position = ${at}; UPDATE records SET position = ${at} WHERE position = ${other};
         UPDATE records SET position = ${other} WHERE position = -1`,
      'taken away with all of its stream': () => 'DELETE FROM records',
      'changed by a byte': (at) => `UPDATE records SET text = replace(text, 'Noted', 'Noded') WHERE position = ${at}`,
    };
    const cases = Object.keys(MEDDLED).flatMap((how) => [1, 5, 10].map((at) => ({ how, at })));

    it.each(cases)('the one at $at, that was $how, and refuses to write', async ({ how, at }) => {
      const stream = await appendTen(log.store);
      const damages: string[] = [];
      const onDamage = (what: string) => damages.push(what);
      const records = await all(log.store.read(stream));
      const range = compactRange();
      for (const { text } of records) appendLeaf(range, leafHash(text));
      const known = { size: 10, root: rootOf(range).toString('base64') };
      if (when === 'cold') await log.store.close();
      else await log.reopen({ onDamage });
      const db = openSqlite(log.file, { durability: 'NORMAL' });
      db.exec('DROP TRIGGER records_stay; DROP TRIGGER records_remain');
      db.exec(MEDDLED[how]!(at, at === 10 ? 9 : at + 1));
      db.close();
      const store = when === 'cold' ? await log.reopen({ onDamage }) : log.now();
      if (when === 'cold') store.verify(null, known);
      await until(() => damages.length > 0);
      expect(damages).toEqual([expect.stringMatching(/is missing|is damaged|only \d+ are there/)]);
      await expect(store.append(aStream(), -1, [aRecord(stream, 0)])).rejects.toThrow(Unavailable);
    });
  });

  /** A record with changed content and the matching hash. */
  const forged = (change: (text: string) => string) => async (): Promise<string> => {
    const [record] = await log.store.at([9n]);
    const text = change(record!.text);
    const leaf = leafHash(text).toString('hex');
    return `UPDATE records SET text = '${text.replaceAll("'", "''")}', leaf = x'${leaf}' WHERE position = 9`;
  };

  it.each([
    [
      'a record whose id is another’s',
      forged((text) => text.replace(/"id":"[0-9a-f-]+","occurredAt/, `"id":"${newId()}","occurredAt`)),
      'its id does not follow',
    ],
    [
      'a record whose command is another',
      forged((text) =>
        text.replace(/"command":{"body":null,"id":"[0-9a-f-]+"/, `"command":{"body":null,"id":"${newId()}"`),
      ),
      'its id does not follow',
    ],
  ])('names %s, whatever its hash says', async (_, sql, named) => {
    await appendTen(log.store);
    const { damages } = await meddle(await sql());
    expect(damages).toEqual([expect.stringContaining(named)]);
  });

  describe('that is long', () => {
    const STREAMS = 110;
    const fill = async () => {
      for (let at = 0; at < STREAMS; at += 1) {
        const stream = aStream();
        await log.store.append(stream, -1, someRecords(stream, 100));
      }
    };
    /** Verifies from there on, and returns the findings at the end. */
    const verified = async (from: Verified | null, known: Known | null, until = (isDone: boolean) => isDone) => {
      await log.store.close();
      const damages: string[] = [];
      let last: Verified | null = null;
      let told!: () => void;
      const end = new Promise<void>((resolve) => (told = resolve));
      const store = await log.reopen({
        onDamage: (what) => {
          damages.push(what);
          told();
        },
        onVerified: (verified, isDone) => {
          last = verified;
          if (until(isDone)) told();
        },
      });
      store.verify(from, known);
      await end;
      return { store, damages, last: last as Verified | null };
    };

    it('is verified in the pauses, and damage in the far past stops the writing', async () => {
      await fill();
      await meddle(`UPDATE records SET text = replace(text, 'Noted', 'Noded') WHERE position = 3`);
      const { store, damages } = await verified(null, null);
      expect(damages).toEqual([expect.stringContaining('position 3')]);
      await expect(store.append(aStream(), -1, [aRecord(aStream(), 0)])).rejects.toThrow(Unavailable);
    });

    it('goes on being verified where it was left, and counts the same root', async () => {
      await fill();
      const { store, last } = await verified(null, null);
      expect(last!.at).toBe(STREAMS * 100);
      const half = compactRange();
      const records = await store.at(Array.from({ length: 5_000 }, (_, at) => BigInt(at + 1)));
      for (const record of records) appendLeaf(half, leafHash(record!.text));
      const left = { at: 5_000, roots: half.roots.map((root) => root.toString('base64')) };
      expect((await verified(left, null)).last).toEqual(last);
    });

    it('is compared with what was known of it: a history that was rewritten is named', async () => {
      await fill();
      const [first] = await log.store.at([1n]);
      const known = { size: 1, root: leafHash(first!.text).toString('base64') };
      expect((await verified(null, known)).damages).toEqual([]);
      const another = { size: 1, root: leafHash('another').toString('base64') };
      expect((await verified(null, another)).damages).toEqual([expect.stringContaining('the log was rewritten')]);
    });
  });

  it('answers appends that were asked for together in one commit, each with its own outcome', async () => {
    const one = aStream();
    const two = aStream();
    const outcomes = await Promise.allSettled([
      log.store.append(one, -1, [aRecord(one, 0)]),
      log.store.append(one, 5, [aRecord(one, 6)]),
      log.store.append(two, -1, [aRecord(two, 0)]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('keeps the order in which a stream was written to, while one group is written and the next one waits', async () => {
    const streams = Array.from({ length: 40 }, aStream);
    const asked: Promise<unknown>[] = [];
    for (let round = 0; round < 30; round += 1) {
      for (const stream of streams) asked.push(log.store.append(stream, round - 1, [aRecord(stream, round)]));
      // some rounds meet a group that is being written, some do not
      if (round % 3 === 0) await Promise.race(asked.slice(-streams.length));
    }
    await Promise.all(asked);
    const store = await log.reopen();
    for (const stream of streams) {
      const records = await all(store.read(stream));
      expect(records.map(({ revision }) => revision)).toEqual([...Array(30).keys()]);
    }
    expect(await store.head()).toBe(1_200n);
  });

  it('answers all that is on its way to the disk before it is closed', async () => {
    const streams = Array.from({ length: 100 }, aStream);
    const asked = streams.map((stream) => log.store.append(stream, -1, [aRecord(stream, 0)]));
    // two groups are under way, and no append waits
    await new Promise((go) => setImmediate(go));
    await log.store.close();
    expect(await Promise.all(asked)).toHaveLength(100);
    expect(await (await log.reopen()).head()).toBe(100n);
  });

  it('refuses to append once it is closed', async () => {
    await log.store.close();
    await expect(log.store.append(aStream(), -1, [aRecord('x', 0)])).rejects.toThrow(Unavailable);
    await log.reopen();
  });
});
