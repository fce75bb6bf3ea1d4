import { newId, Unavailable, type Snapshots } from '@dosar/kernel/runtime';
import { openedOrAnew, type OnDamagedFile } from '../computed-file';
import { atomically, openSqlite, type Sqlite } from '../sqlite';
import { isDamagedFile, removeSqlite } from '../sqlite-damage';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS snapshots (
    stream TEXT PRIMARY KEY, id TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL, leaf TEXT NOT NULL,
    parts INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS parts (
    id TEXT NOT NULL, part INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id, part)
  ) STRICT, WITHOUT ROWID;
`;

/** Drops a table of an older form: everything in it is computed from the log. */
const dropFormer = (db: Sqlite): void => {
  const columns = db.prepare("SELECT name FROM pragma_table_info('snapshots')").all() as { readonly name: string }[];
  if (columns.length > 0 && columns.every(({ name }) => name !== 'leaf')) db.exec('DROP TABLE snapshots');
};

type Found = {
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly leaf: string;
  readonly parts: bigint;
};

/** Snapshots have a file of their own: gateways write them, while the projector's thread writes the views. */
const openSnapshots = (file: string): Snapshots => {
  const db = openSqlite(file, { durability: 'NORMAL' });
  dropFormer(db);
  db.exec(SCHEMA);
  // removes parts of an unfinished snapshot
  db.exec('DELETE FROM parts WHERE id NOT IN (SELECT id FROM snapshots)');
  const find = db.prepare('SELECT id, revision, position, leaf, parts FROM snapshots WHERE stream = ?');
  find.setReadBigInts(true);
  const findPart = db.prepare('SELECT text FROM parts WHERE id = ? AND part = ?');
  const addPart = db.prepare('INSERT INTO parts (id, part, text) VALUES (?, ?, ?)');
  const put = db.prepare(
    'INSERT OR REPLACE INTO snapshots (stream, id, revision, position, leaf, parts) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const forget = db.prepare('DELETE FROM parts WHERE id = ?');

  const kept = (stream: string) => find.get(stream) as Found | undefined;
  const partsOf = async function* ({ id, parts }: Found) {
    for (let part = 0; part < parts; part += 1) {
      const found = findPart.get(id, part) as { text: string } | undefined;
      if (!found) throw new Error('the snapshot was replaced while it was read');
      yield found.text;
    }
  };

  return {
    async get(stream) {
      const found = kept(stream);
      if (!found) return null;
      const { position, leaf } = found;
      return { revision: Number(found.revision), position, leaf, parts: partsOf(found) };
    },
    async put(stream, { revision, position, leaf }, parts) {
      const isNewer = () => (kept(stream)?.revision ?? -1n) < revision;
      if (!isNewer()) return;
      const id = newId();
      let part = 0;
      try {
        for await (const text of parts) {
          addPart.run(id, part, text);
          part += 1;
        }
      } catch (error) {
        forget.run(id);
        throw error;
      }
      atomically(db, () => {
        const former = kept(stream)?.id;
        if (isNewer()) {
          put.run(stream, id, revision, position, leaf, part);
          if (former) forget.run(former);
        } else forget.run(id);
      });
    },
    close: async () => db.close(),
  };
};

/** Snapshots in one SQLite file. An unreadable page costs all of them, which costs only time. */
export const sqliteSnapshots = async (file: string, onDamage: OnDamagedFile = () => {}): Promise<Snapshots> => {
  const open = () => openSnapshots(file);
  let current = await openedOrAnew(file, open, onDamage);
  /** Treats lost snapshots as if they had never existed. */
  const orAnew = async <T>(work: () => Promise<T>, lost: T): Promise<T> => {
    const asked = current;
    try {
      return await work();
    } catch (error) {
      // another call has replaced the file, so this error is of the deleted one
      if (asked !== current) return lost;
      if (!isDamagedFile(error)) throw error;
      onDamage(error.message);
      const closed = asked.close();
      removeSqlite(file);
      current = open();
      await closed;
      return lost;
    }
  };
  return {
    async get(stream) {
      const found = await orAnew(() => current.get(stream), null);
      if (!found) return null;
      const parts = async function* () {
        const all = found.parts[Symbol.asyncIterator]();
        const next = () => orAnew<IteratorResult<string> | null>(() => all.next(), null);
        for (let part = await next(); !part?.done; part = await next()) {
          if (!part) throw new Unavailable('the snapshot is gone');
          yield part.value;
        }
      };
      return { ...found, parts: parts() };
    },
    put: (stream, place, parts) => orAnew(() => current.put(stream, place, parts), undefined),
    close: () => current.close(),
  };
};
