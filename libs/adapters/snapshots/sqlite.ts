import type { Snapshot, Snapshots } from '@dosar/kernel';
import { openSqlite } from '../sqlite';

/** Snapshots have a file of their own: they are written by those who decide, the views by their projector's thread. */
export const sqliteSnapshots = (file: string): Snapshots => {
  const db = openSqlite(file, 'NORMAL');
  db.exec(
    'CREATE TABLE IF NOT EXISTS snapshots (stream TEXT PRIMARY KEY, revision INTEGER NOT NULL, text TEXT NOT NULL) STRICT',
  );
  const find = db.prepare('SELECT revision, text FROM snapshots WHERE stream = ?');
  const put = db.prepare(
    `INSERT INTO snapshots (stream, revision, text) VALUES (?, ?, ?)
     ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision, text = excluded.text
     WHERE excluded.revision > snapshots.revision`,
  );
  return {
    get: async (stream) => (find.get(stream) as Snapshot | undefined) ?? null,
    async put(stream, { revision, text }) {
      put.run(stream, revision, text);
    },
    close: async () => db.close(),
  };
};
