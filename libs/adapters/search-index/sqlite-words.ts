import { keyNamed } from '@dosar/kernel/runtime';
import { relatedTo } from '@dosar/search';
import type { Sqlite } from '../sqlite';
import { remembered } from './remembered';
import { termsOf } from './sqlite-tables';
import { MOST_WORDS } from './vocabulary';
import type { Statements } from './statements';

/** So many words are remembered with what else each is found by, and so many that are learned. */
const REMEMBERED = 100_000;
/** So many words that nobody else has said are learned of the documents of one company. */
export const MOST_OF_OWNER = 50_000;
/** Shorter words are never taken for others, and of numbers none is. */
const LEAST_LETTERS = 4;
const isNumber = (word: string) => /^[0-9]+$/.test(word);
const isLearned = (word: string) => word.length >= LEAST_LETTERS && !/\p{N}/u.test(word);

/** How many words are learned, and of whose documents: a company has a key for each year, and its bound over all of them. */
const counting = ({ prepared }: Statements) => {
  let counts: Map<string, number> | null = null;
  let all = 0;
  const names = new Map<number, string>();
  const whose = (owner: number): string => {
    const known = names.get(owner);
    if (known !== undefined) return known;
    const row = prepared('SELECT key FROM owners WHERE n = ?').get(owner) as { readonly key: string } | undefined;
    const name = row ? keyNamed(row.key).id : String(owner);
    names.set(owner, name);
    return name;
  };
  const known = (): Map<string, number> => {
    if (counts) return counts;
    const rows = prepared('SELECT owner, count(*) AS count FROM words GROUP BY owner').all() as {
      readonly owner: number;
      readonly count: number;
    }[];
    counts = new Map();
    all = 0;
    for (const { owner, count } of rows) {
      counts.set(whose(owner), (counts.get(whose(owner)) ?? 0) + count);
      all += count;
    }
    return counts;
  };
  return {
    hasRoom: (owner: number): boolean => (known().get(whose(owner)) ?? 0) < MOST_OF_OWNER && all < MOST_WORDS,
    add(owner: number): void {
      known().set(whose(owner), (known().get(whose(owner)) ?? 0) + 1);
      all += 1;
    },
    forget(): void {
      counts = null;
      names.clear();
    },
  };
};

/**
 * The words and stems of documents, for those who mistype them. What somebody makes up makes no search of others slower:
 * only so many words are learned in all, and of one company.
 */
export const wordsIn = (db: Sqlite, statements: Statements) => {
  const { prepared } = statements;
  const related = remembered(REMEMBERED, (word): readonly string[] => relatedTo(word));
  const learnedWords = new Set<string>();
  const counts = counting(statements);

  const learn = (word: string, owner: number): void => {
    if (!isLearned(word) || learnedWords.has(word) || !counts.hasRoom(owner)) return;
    const insert = prepared('INSERT INTO words (word, owner) VALUES (?, ?) ON CONFLICT DO NOTHING');
    if (insert.run(word, owner).changes > 0) counts.add(owner);
    if (learnedWords.size >= REMEMBERED) learnedWords.clear();
    learnedWords.add(word);
  };

  /** What else a word of a document is found by; from now on the vocabulary knows them all, if it has room. */
  const learned = (word: string, owner: number): readonly string[] => {
    // most numbers are of one document alone: none is remembered or learned
    if (isNumber(word)) return relatedTo(word);
    const others = related.of(word);
    for (const each of [word, ...others]) learn(each, owner);
    return others;
  };

  const forget = () => {
    learnedWords.clear();
    counts.forget();
  };

  /** Words that no document says any more are forgotten, also by those who have read them. */
  const forgetUnsaid = (versions: readonly number[]) => {
    forget();
    const said = versions.map((version) => [`said_${version}`, termsOf(version)] as const);
    for (const [name, terms] of said)
      db.exec(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab('main', '${terms}', 'row')`);
    const isUnsaid = said.map(([name]) => `word NOT IN (SELECT term FROM temp.${name})`);
    db.exec(`DELETE FROM words WHERE ${isUnsaid.join(' AND ') || 'true'}`);
    for (const [name] of said) db.exec(`DROP TABLE temp.${name}`);
    const epoch = Object.values(db.prepare('PRAGMA user_version').get() as object)[0] as number;
    db.exec(`PRAGMA user_version = ${epoch + 1}`);
  };

  return { learned, forgetUnsaid, forget };
};

export type Words = ReturnType<typeof wordsIn>;
