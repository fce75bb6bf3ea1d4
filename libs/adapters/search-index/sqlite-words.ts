import type { Sqlite } from '../sqlite';
import { termsOf } from './sqlite-tables';
import type { Statements } from './statements';

/** So many words are remembered to be in the vocabulary. */
const REMEMBERED = 100_000;
/** Shorter words are never taken for others, and of numbers none is. */
const LEAST_LETTERS = 4;
const isLearned = (word: string) => word.length >= LEAST_LETTERS && !/\p{N}/u.test(word);

/** The words and stems of all documents, for those who mistype them. */
export const wordsIn = (db: Sqlite, { prepared }: Statements) => {
  const remembered = new Set<string>();

  const learn = (words: Iterable<string>) => {
    const add = prepared('INSERT INTO vocabulary (word) VALUES (?) ON CONFLICT DO NOTHING');
    for (const word of words) {
      if (remembered.has(word) || !isLearned(word)) continue;
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.add(word);
      add.run(word);
    }
  };

  /** Words that no document says any more are forgotten, also by those who have read them. */
  const relearn = (versions: readonly number[]) => {
    remembered.clear();
    db.exec('DELETE FROM vocabulary');
    for (const version of versions) {
      db.exec(`CREATE VIRTUAL TABLE temp.said USING fts5vocab('main', '${termsOf(version)}', 'row')`);
      learn((db.prepare('SELECT term FROM temp.said').all() as { term: string }[]).map(({ term }) => term));
      db.exec('DROP TABLE temp.said');
    }
    const epoch = Object.values(db.prepare('PRAGMA user_version').get() as object)[0] as number;
    db.exec(`PRAGMA user_version = ${epoch + 1}`);
  };

  return { learn, relearn };
};

export type Words = ReturnType<typeof wordsIn>;
