import { workerData } from 'node:worker_threads';
import { openSqlite } from '../sqlite';
import { answering } from '../thread';
import type { Statement } from './sqlite-search';

const db = openSqlite(workerData as string, { durability: 'NORMAL', readOnly: true });

answering(
  ({ sql, values }: Statement): readonly unknown[] => {
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all(...values) as unknown[];
  },
  () => db.close(),
);
