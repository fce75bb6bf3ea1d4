import { join } from 'node:path';
import { appendLeaf, compactRange, leafHash, rootOf, Unavailable, type EventStore } from '@dosar/kernel';
import { aFolder } from '../a-folder';
import { openSqlite } from '../sqlite';
import { all, aRecord, aStream, eventStoreSuite, eventStoreTranscript } from './event-store.suite';
import { memoryEventStore } from './memory';
import { sqliteEventStore } from './sqlite';

const aLog = async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'log.db');
  let store = await sqliteEventStore(file);
  const reopen = async (onDamage?: (what: string) => void) => {
    await store.close();
    return (store = await sqliteEventStore(file, onDamage));
  };
  const close = async () => {
    await store.close();
    await remove();
  };
  return { store, file, reopen, close };
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
  /** Changes the file behind the log's back, as a failing disk or a person with a database tool would. */
  const meddle = async (sql: string) => {
    await log.store.close();
    const db = openSqlite(log.file, 'NORMAL');
    db.exec('DROP TRIGGER records_stay; DROP TRIGGER records_remain');
    db.exec(sql);
    db.close();
    const damages: string[] = [];
    const store = await log.reopen((what) => damages.push(what));
    return { store, damages };
  };

  it('agrees with the memory keeper on 10,000 seeded operations', async () => {
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
    const db = openSqlite(log.file, 'FULL');
    expect(() => db.exec(sql)).toThrow('append-only');
    db.close();
  });

  it('keeps the RFC 6962 leaf hash of every record, and so the root of the whole log', async () => {
    const stream = await appendTen(log.store);
    const db = openSqlite(log.file, 'FULL', true);
    const leaves = (db.prepare('SELECT leaf FROM records ORDER BY position').all() as { leaf: Uint8Array }[]).map(
      ({ leaf }) => leaf,
    );
    db.close();
    const texts = (await all(log.store.read(stream))).map(({ text }) => text);
    expect(leaves.map((leaf) => Buffer.from(leaf))).toEqual(texts.map(leafHash));
    const [stored, computed] = [compactRange(), compactRange()];
    for (const leaf of leaves) appendLeaf(stored, Buffer.from(leaf));
    for (const text of texts) appendLeaf(computed, leafHash(text));
    expect(rootOf(stored)).toEqual(rootOf(computed));
  });

  it.each([
    ['a changed text', `UPDATE records SET text = replace(text, 'Noted', 'Noded') WHERE position = 7`, 'position 7'],
    ['a record taken out', 'DELETE FROM records WHERE position = 4', 'position 4 is missing'],
    ['a record moved elsewhere', 'UPDATE records SET revision = 20 WHERE position = 9', 'position 9'],
  ])('names %s when it is opened, and refuses to write', async (_, sql, named) => {
    const stream = await appendTen(log.store);
    const { store, damages } = await meddle(sql);
    expect(damages).toEqual([expect.stringContaining(named)]);
    await expect(store.append(aStream(), -1, [aRecord(stream, 0)])).rejects.toThrow(Unavailable);
    expect((await all(store.read(stream))).length).toBeGreaterThan(0);
  });

  it('finds damage in the far past while it works', async () => {
    const stream = aStream();
    for (let at = 0; at < 110; at += 1)
      await log.store.append(
        stream,
        at * 100 - 1,
        Array.from({ length: 100 }, (_, n) => aRecord(stream, at * 100 + n)),
      );
    const { store, damages } = await meddle(
      `UPDATE records SET text = replace(text, 'Noted', 'Noded') WHERE position = 3`,
    );
    for (let waited = 0; damages.length === 0 && waited < 100; waited += 1)
      await new Promise((go) => setTimeout(go, 20));
    expect(damages).toEqual([expect.stringContaining('position 3')]);
    await expect(store.append(stream, 10_999, [aRecord(stream, 11_000)])).rejects.toThrow(Unavailable);
  });

  it('answers appends that were asked for together in one commit, each with its own outcome', async () => {
    const [one, two] = [aStream(), aStream()];
    const outcomes = await Promise.allSettled([
      log.store.append(one, -1, [aRecord(one, 0)]),
      log.store.append(one, 5, [aRecord(one, 6)]),
      log.store.append(two, -1, [aRecord(two, 0)]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('refuses to append once it is closed', async () => {
    await log.store.close();
    await expect(log.store.append(aStream(), -1, [aRecord('x', 0)])).rejects.toThrow(Unavailable);
    await log.reopen();
  });
});
