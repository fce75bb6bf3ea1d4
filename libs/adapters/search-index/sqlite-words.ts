import { relatedTo } from '@dosar/kernel/runtime';
import type { Sqlite } from '../sqlite';
import { remembered } from './remembered';
import { termsOf } from './sqlite-tables';
import type { Statements } from './statements';

/** So many words are remembered to be in the vocabulary, each with what else it is found by. */
const REMEMBERED = 100_000;
/** Shorter words are never taken for others, and of numbers none is. */
const LEAST_LETTERS = 4;
const isNumber = (word: string) => /^[0-9]+$/.test(word);
const isLearned = (word: string) => word.length >= LEAST_LETTERS && !/\p{N}/u.test(word);

/** The words and stems of all documents, for those who mistype them. */
export const wordsIn = (db: Sqlite, { prepared }: Statements) => {
  const learn = (word: string) => {
    if (isLearned(word)) prepared('INSERT INTO vocabulary (word) VALUES (?) ON CONFLICT DO NOTHING').run(word);
  };
  const known = remembered(REMEMBERED, (word): readonly string[] => {
    const related = relatedTo(word);
    for (const each of [word, ...related]) learn(each);
    return related;
  });

  /** What else a word of a document is found by; from now on the vocabulary knows them all. */
  const learned = (word: string): readonly string[] =>
    // most numbers are of one document alone, and mean nothing else
    isNumber(word) ? [] : known.of(word);

  /** Words that no document says any more are forgotten, also by those who have read them. */
  const relearn = (versions: readonly number[]) => {
    known.forget();
    db.exec('DELETE FROM vocabulary');
    for (const version of versions) {
      db.exec(`CREATE VIRTUAL TABLE temp.said USING fts5vocab('main', '${termsOf(version)}', 'row')`);
      for (const { term } of db.prepare('SELECT term FROM temp.said').all() as { term: string }[]) learn(term);
      db.exec('DROP TABLE temp.said');
    }
    const epoch = Object.values(db.prepare('PRAGMA user_version').get() as object)[0] as number;
    db.exec(`PRAGMA user_version = ${epoch + 1}`);
  };

  return { learned, relearn, forget: known.forget };
};

export type Words = ReturnType<typeof wordsIn>;
