import type { Vault } from '@dosar/kernel/runtime';
import { openSqlite } from '../sqlite';

/** What is removed or replaced is overwritten in the file, and stays in no other: there is no write-ahead log. */
export const sqliteVault = (file: string): Vault => {
  const db = openSqlite(file, { durability: 'FULL', journal: 'truncate' });
  db.exec('PRAGMA secure_delete = ON');
  db.exec('CREATE TABLE IF NOT EXISTS secrets (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID');
  const find = db.prepare('SELECT value FROM secrets WHERE key = ?');
  const add = db.prepare('INSERT INTO secrets (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const replace = db.prepare('UPDATE secrets SET value = ? WHERE key = ? AND value = ?');
  const remove = db.prepare('DELETE FROM secrets WHERE key = ?');
  const from = db.prepare('SELECT key, value FROM secrets WHERE key >= ? ORDER BY key LIMIT 100');
  const after = db.prepare('SELECT key, value FROM secrets WHERE key > ? ORDER BY key LIMIT 100');
  const under = (prefix: string) => from.all(prefix) as Secret[];
  const behind = (key: string) => after.all(key) as Secret[];
  return {
    get: async (key) => (find.get(key) as { value: string } | undefined)?.value ?? null,
    putIfAbsent: async (key, value) => add.run(key, value).changes === 1,
    replaceIf: async (key, expected, value) => replace.run(value, key, expected).changes === 1,
    async remove(key) {
      remove.run(key);
    },
    async *all(prefix) {
      for (let [last, found] = ['', under(prefix)]; found.length > 0; found = behind(last)) {
        await new Promise((turn) => setImmediate(turn));
        for (const { key, value } of found) {
          if (!key.startsWith(prefix)) return;
          yield [key, value] as const;
          last = key;
        }
      }
    },
    close: async () => db.close(),
  };
};

type Secret = { readonly key: string; readonly value: string };
