import type { Sqlite, Statement } from '../sqlite';

/** How many prepared statements are cached. */
const PREPARED = 200;

/** The statements of a connection, each prepared once. */
export const statementsOf = (db: Sqlite) => {
  const known = new Map<string, Statement>();
  return {
    prepared(this: void, sql: string): Statement {
      const before = known.get(sql);
      if (before) return before;
      if (known.size >= PREPARED) known.clear();
      const statement = db.prepare(sql);
      known.set(sql, statement);
      return statement;
    },
    /** Drops all of them: before tables are dropped that they read. */
    forget: (): void => known.clear(),
  };
};

export type Statements = ReturnType<typeof statementsOf>;
