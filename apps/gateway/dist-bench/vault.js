import './rolldown-runtime-BowF1xt-.js';
import { n as openSqlite } from './sqlite-BGfrBHOZ.js';
// libs/adapters/vault/sqlite.ts
/** What is removed is overwritten in the file as well. */
const sqliteVault = (file) => {
  const db = openSqlite(file, 'FULL');
  db.exec('PRAGMA secure_delete = ON');
  db.exec('CREATE TABLE IF NOT EXISTS secrets (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID');
  const find = db.prepare('SELECT value FROM secrets WHERE key = ?');
  const add = db.prepare('INSERT INTO secrets (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const replace = db.prepare('UPDATE secrets SET value = ? WHERE key = ? AND value = ?');
  const remove = db.prepare('DELETE FROM secrets WHERE key = ?');
  const from = db.prepare('SELECT key, value FROM secrets WHERE key >= ? ORDER BY key LIMIT 100');
  const after = db.prepare('SELECT key, value FROM secrets WHERE key > ? ORDER BY key LIMIT 100');
  const under = (prefix) => from.all(prefix);
  const behind = (key) => after.all(key);
  return {
    get: async (key) => find.get(key)?.value ?? null,
    putIfAbsent: async (key, value) => add.run(key, value).changes === 1,
    replaceIf: async (key, expected, value) => replace.run(value, key, expected).changes === 1,
    async remove(key) {
      remove.run(key);
    },
    async *all(prefix) {
      for (let [last, found] = ['', under(prefix)]; found.length > 0; found = behind(last))
        for (const { key, value } of found) {
          if (!key.startsWith(prefix)) return;
          yield [key, value];
          last = key;
        }
    },
    close: async () => db.close(),
  };
};
export { sqliteVault };

//# sourceMappingURL=vault.js.map
