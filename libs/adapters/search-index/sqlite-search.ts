import {
  answersTo,
  behindOf,
  excerptFrom,
  readingsOf,
  SEARCH_TOTAL,
  type SearchFound,
  type SearchHit,
  type SearchQuery,
  type SearchTerm,
} from '@dosar/search';
import type { Sqlite } from '../sqlite';
import { documentIn, documentsOf, SAME_FORMAT, WAITS } from './sqlite-tables';
import { selectOf, type Reading, type SqlQuery } from './sqlite-query';
import { statementsOf, type Statements } from './statements';
import { vocabulary } from './vocabulary';

type Shown = {
  readonly json: string;
  readonly waits: number;
  readonly state: string | null;
  readonly text: string | null;
};

/** The position as a text, since it may be larger than numbers are exact. */
type Searched = { readonly version: number; readonly position: string | null; readonly isFilled: 0 | 1 };

const NOTHING: SearchFound = { hits: [], total: 0, isMore: false };

/** The newest version that is filled; while there is none, the one that is being filled. */
const searchedIn = ({ prepared }: Statements): Searched | null => {
  const isFilled = `NOT EXISTS (SELECT 1 FROM versions WHERE settled = 0 AND ${SAME_FORMAT}) AS isFilled`;
  const text = 'CAST(position AS TEXT) AS position';
  const sql = `SELECT version, ${text}, ${isFilled} FROM versions WHERE ${SAME_FORMAT} ORDER BY settled DESC, version DESC LIMIT 1`;
  return (prepared(sql).get() as Searched | undefined) ?? null;
};

/** The searches of one connection to an index. */
export const searches = (db: Sqlite) => {
  const statements = statementsOf(db);
  const { prepared } = statements;
  const known = vocabulary();
  let newest = 0;
  let epoch = -1;

  /** Words that came since the last search; all of them when some were taken out. */
  const learn = () => {
    const now = Object.values(prepared('PRAGMA user_version').get() as object)[0] as number;
    if (now !== epoch) {
      known.clear();
      [newest, epoch] = [0, now];
    }
    const unknown = prepared('SELECT n, word FROM words WHERE n > ? ORDER BY n LIMIT ?');
    for (const row of unknown.iterate(newest, known.room())) {
      const { n, word } = row as { n: number; word: string };
      known.add(word);
      newest = n;
    }
  };

  const nearTo = (want: SearchTerm): readonly string[] =>
    'phrase' in want || want.typos === 0 ? [] : known.near(want.word, want.typos);

  const numbers = ({ sql, values }: SqlQuery) => (prepared(sql).all(...values) as { n: number }[]).map(({ n }) => n);

  const search = (query: SearchQuery): SearchFound => {
    const now = searchedIn(statements);
    if (now === null) return NOTHING;
    const { version, position, isFilled } = now;
    const upTo = position === null ? null : BigInt(position);
    const behind = behindOf(query, { position: upTo, isFilled: isFilled === 1 });
    // it is still said how far it is
    if (query.scopes.length === 0 || query.kinds.length === 0) return { ...NOTHING, ...behind };
    learn();
    const readings = readingsOf(query.text).map((wanted): Reading => wanted.map((want) => [want, nearTo(want)]));
    const { page, count } = selectOf(version, query, readings, SEARCH_TOTAL + 1);
    const show = prepared(
      `SELECT d.json, d.waits, t.state, t.text FROM ${documentsOf(version)} d LEFT JOIN texts t ON t.id = d.id WHERE n = ?`,
    );
    const answers = readings.map((wanted) => wanted.map(([want, near]) => answersTo(want, new Set(near))));
    const hits = numbers(page).map((n): SearchHit => {
      const { json, waits, state, text } = show.get(n) as Shown;
      const document = documentIn({ json });
      return {
        id: document.id,
        kind: document.kind,
        key: document.key,
        title: document.title,
        excerpt: excerptFrom({ ...document, text: text ?? '' }, answers),
        text: state ?? (waits === WAITS.waiting ? 'waiting' : 'none'),
      };
    });
    const [total] = numbers(count) as [number];
    return { hits, total: Math.min(total, SEARCH_TOTAL), isMore: total > SEARCH_TOTAL, ...behind };
  };

  /** As of one moment: whoever fills the index may put another version in its place meanwhile. */
  return (query: SearchQuery): SearchFound => {
    db.exec('BEGIN');
    try {
      return search(query);
    } finally {
      db.exec('ROLLBACK');
    }
  };
};
