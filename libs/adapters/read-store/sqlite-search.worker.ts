import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from '../sqlite';
import type { Found, Statement } from './sqlite-search';

const db = openSqlite(workerData as string, { durability: 'NORMAL', readOnly: true });

const answer = ({ id, sql, values }: Statement): Found => {
  try {
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    return { id, rows: statement.all(...values) };
  } catch (error) {
    return { id, failed: (error as Error).message };
  }
};

parentPort!.on('message', (statement: Statement) => parentPort!.postMessage(answer(statement)));
