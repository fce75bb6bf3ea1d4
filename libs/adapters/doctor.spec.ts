import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendLeaf, compactRange, leafHash, rootOf } from '@dosar/kernel/runtime';
import { repairLog } from './event-store/sqlite-repair';
import { faultsIn } from './event-store/sqlite-faults';
import { sqliteEventStore } from './event-store/sqlite';
import { openSqlite } from './sqlite';
import { all, aStream, someRecords } from './testing/records';
import { aFolder } from './testing/folder';

const MANY = 200;

/** A log of several streams, an older copy of it, and its known head. */
const aLog = async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'log.db');
  const copy = join(folder, 'copy.db');
  const store = await sqliteEventStore(file);
  const streams = Array.from({ length: 4 }, aStream);
  for (const stream of streams) await store.append(stream, -1, someRecords(stream, MANY / 4));
  const range = compactRange();
  for (const stream of streams) for (const { text } of await all(store.read(stream))) appendLeaf(range, leafHash(text));
  await store.close();
  copyFileSync(file, copy);
  const known = { size: MANY, root: rootOf(range).toString('base64') };
  const meddle = (sql: string) => {
    const db = openSqlite(file, { durability: 'NORMAL' });
    db.exec('DROP TRIGGER records_stay; DROP TRIGGER records_remain; DROP TRIGGER streams_remain');
    db.exec(sql);
    db.close();
  };
  const rewrite = (position: number) => {
    const db = openSqlite(file, { durability: 'NORMAL' });
    db.exec('DROP TRIGGER records_stay');
    const { text } = db.prepare('SELECT text FROM records WHERE position = ?').get(position) as { text: string };
    const other = text.replace('2026-01-01', '2025-01-01');
    db.prepare('UPDATE records SET text = ?, leaf = ? WHERE position = ?').run(other, leafHash(other), position);
    db.close();
  };
  const faults = () => {
    const db = openSqlite(file, { durability: 'NORMAL', readOnly: true });
    const found = faultsIn(db, known);
    db.close();
    return found;
  };
  return { file, copy, known, meddle, rewrite, faults, remove };
};

describe('a log that is damaged', () => {
  const CASES: readonly (readonly [name: string, sql: string, positions: readonly number[]])[] = [
    ['the first record changed', `UPDATE records SET text = '{}' WHERE position = 1`, [1]],
    [
      'every hundredth record changed',
      `UPDATE records SET text = replace(text, 'Noted', 'Noded') WHERE position % 100 = 0`,
      [100, 200],
    ],
    ['one taken away', 'DELETE FROM records WHERE position = 7', [7]],
    ['the last one taken away', `DELETE FROM records WHERE position = ${MANY}`, []],
    ['a whole stream taken away', 'DELETE FROM records WHERE stream = 2; DELETE FROM streams WHERE key = 2', []],
    [
      'two exchanged',
      `UPDATE records SET position = -1 WHERE position = 9; UPDATE records SET position = 9 WHERE position = 10;
       UPDATE records SET position = 10 WHERE position = -1`,
      [],
    ],
    ['the leaf of one changed', `UPDATE records SET leaf = zeroblob(32) WHERE position = 12`, [12]],
  ];

  it.each(CASES)('is named and mended from an older copy: %s', async (_, sql, positions) => {
    const log = await aLog();
    expect(log.faults()).toEqual([]);
    log.meddle(sql);
    const faults = log.faults();
    expect(faults.length).toBeGreaterThan(0);
    if (positions.length > 0) expect(faults[0]!.positions).toEqual(positions);
    const { taken, left } = repairLog(log.file, log.copy, log.known);
    expect([taken.length > 0, left]).toEqual([true, []]);
    expect(log.faults()).toEqual([]);
    const damages: string[] = [];
    const store = await sqliteEventStore(log.file, { onDamage: (what) => damages.push(what) });
    const stream = aStream();
    expect((await store.append(stream, -1, someRecords(stream, 1))).position).toBe(BigInt(MANY + 1));
    expect(damages).toEqual([]);
    await store.close();
    await log.remove();
  });

  it('whose record was rewritten with its leaf is mended by the root that is known', async () => {
    const log = await aLog();
    log.rewrite(40);
    expect(log.faults()).toEqual([
      expect.objectContaining({ what: expect.stringContaining('was rewritten') as string }),
    ]);
    expect(repairLog(log.file, log.copy, log.known)).toEqual({ taken: [40], left: [] });
    expect(log.faults()).toEqual([]);
    await log.remove();
  });

  it('takes nothing from a copy that was changed itself, or of another log', async () => {
    const log = await aLog();
    const other = await aLog();
    log.meddle('DELETE FROM records WHERE position IN (40, 41)');
    expect(repairLog(log.file, other.copy, log.known)).toEqual({ taken: [], left: [40, 41] });
    for (const each of [log, other]) await each.remove();
  });

  it('takes what its own leaf proves also where nothing is known of the whole', async () => {
    const log = await aLog();
    log.meddle(`UPDATE records SET text = '{}' WHERE position IN (3, 4); DELETE FROM records WHERE position = 9`);
    expect(repairLog(log.file, log.copy, null)).toEqual({ taken: [3, 4], left: [9] });
    await log.remove();
  });
});
