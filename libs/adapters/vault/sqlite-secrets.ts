import { atomically, openSqlite } from '../sqlite';

export type Secret = { readonly key: string; readonly value: string };

/** How many a page has at most. */
const PAGE = 100;

/** What the vault is asked. */
export type Question =
  | readonly ['get', key: string]
  | readonly ['page', key: string, isAfter: boolean]
  | readonly ['putIfAbsent', key: string, value: string]
  | readonly ['replaceIf', key: string, expected: string, value: string]
  | readonly ['remove', key: string];
export type Answer = string | null | boolean | readonly Secret[];

const isRead = ([what]: Question) => what === 'get' || what === 'page';

/** What is removed or replaced is overwritten in the file, and stays in no other: there is no write-ahead log. */
export const openSecrets = (file: string) => {
  const db = openSqlite(file, { durability: 'FULL', journal: 'truncate' });
  db.exec('PRAGMA secure_delete = ON');
  db.exec('CREATE TABLE IF NOT EXISTS secrets (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID');
  const find = db.prepare('SELECT value FROM secrets WHERE key = ?');
  const add = db.prepare('INSERT INTO secrets (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const replace = db.prepare('UPDATE secrets SET value = ? WHERE key = ? AND value = ?');
  const remove = db.prepare('DELETE FROM secrets WHERE key = ?');
  const from = db.prepare(`SELECT key, value FROM secrets WHERE key >= ? ORDER BY key LIMIT ${PAGE}`);
  const after = db.prepare(`SELECT key, value FROM secrets WHERE key > ? ORDER BY key LIMIT ${PAGE}`);

  const answer = (question: Question): Answer => {
    switch (question[0]) {
      case 'get':
        return (find.get(question[1]) as { value: string } | undefined)?.value ?? null;
      case 'page':
        return (question[2] ? after : from).all(question[1]) as Secret[];
      case 'putIfAbsent':
        return add.run(question[1], question[2]).changes === 1;
      case 'replaceIf':
        return replace.run(question[3], question[1], question[2]).changes === 1;
      case 'remove':
        return remove.run(question[1]).changes === 1;
    }
  };

  return {
    answer,
    /** One after the other; what they change is durable together. */
    answers: (questions: readonly Question[]): readonly Answer[] =>
      questions.every(isRead) ? questions.map(answer) : atomically(db, () => questions.map(answer)),
    close: () => db.close(),
  };
};
