// The two threads behind the least honest call: one commits records in groups, the other writes a row for each.
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const { role, file, line } = workerData;
const db = new DatabaseSync(file);
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${role === 'log' ? 'FULL' : 'NORMAL'}`);
db.exec('PRAGMA wal_autocheckpoint = 8000');

let waiting = [];
/** Whatever has come while the last group was written is the next one. */
const inGroups = (from, write) =>
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
      if (role === 'log') for (const { ticket, id, row } of group) line.postMessage({ ticket, id, row });
    });
  });

if (role === 'log') {
  db.exec('CREATE TABLE records (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, text TEXT NOT NULL)');
  const add = db.prepare('INSERT INTO records (stream, text) VALUES (?, ?)');
  inGroups(parentPort, ({ stream, text }) => add.run(stream, text));
} else {
  db.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, json TEXT NOT NULL)');
  const put = db.prepare('INSERT INTO rows (id, json) VALUES (?, ?)');
  inGroups(line, ({ id, row }) => put.run(id, row));
}
