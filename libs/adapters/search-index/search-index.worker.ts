import { workerData } from 'node:worker_threads';
import { openSqlite } from '../sqlite';
import { answering } from '../thread';
import { searches } from './sqlite-search';

const db = openSqlite(workerData as string, { durability: 'NORMAL', readOnly: true });
// what is asked again and again stays in memory
db.exec('PRAGMA cache_size = -16000');

answering(searches(db), () => db.close());
