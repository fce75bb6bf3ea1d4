// What the threads behind the floors have in common.
import { parentPort } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

export const openLeast = (file, isLog) => {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isLog ? 'FULL' : 'NORMAL'}`);
  db.exec('PRAGMA wal_autocheckpoint = 8000');
  return db;
};

/** Whatever has come while the last group was written is the next one; whoever asked is told by the tickets. */
export const inGroups = (db, from, write, hand = () => {}) => {
  let waiting = [];
  from.on('message', (work) => {
    waiting.push(work);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const group = waiting;
      waiting = [];
      db.exec('BEGIN');
      for (const each of group) write(each);
      db.exec('COMMIT');
      parentPort.postMessage(group.map(({ ticket }) => ticket));
      group.forEach(hand);
    });
  });
};
