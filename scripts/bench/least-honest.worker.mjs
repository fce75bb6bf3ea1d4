// The two threads behind the least honest call: one commits records in groups, the other writes a row for each.
import { parentPort, workerData } from 'node:worker_threads';
import { inGroups, openLeast } from './least-thread.mjs';

const { role, file, line } = workerData;
const db = openLeast(file, role === 'log');

if (role === 'log') {
  db.exec('CREATE TABLE records (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, text TEXT NOT NULL)');
  const add = db.prepare('INSERT INTO records (stream, text) VALUES (?, ?)');
  const write = ({ stream, text }) => add.run(stream, text);
  inGroups(db, parentPort, write, ({ ticket, id, row }) => line.postMessage({ ticket, id, row }));
} else {
  db.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, json TEXT NOT NULL)');
  const put = db.prepare('INSERT INTO rows (id, json) VALUES (?, ?)');
  inGroups(db, line, ({ id, row }) => put.run(id, row));
}
