import {
  MongoBulkWriteError,
  MongoClient,
  MongoCompatibilityError,
  MongoError,
  MongoInvalidArgumentError,
  type Db,
  type MongoClientOptions,
} from 'mongodb';
// @ts-expect-error the driver has no types for its parts
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { LEVEL, Unavailable } from '@dosar/kernel/runtime';
import { CannotStart, shown } from './cannot-start';
import { mustNotBeHigher } from './levels';
import { within } from './patience';

/** A database of a replica set. */
export type Mongo = {
  readonly db: Db;
  /** Runs something that may take long, such as building an index, on a connection of its own. */
  readonly patiently: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

type Line = {
  writeCommand: (this: Line, ...of: unknown[]) => Promise<void>;
  once(event: 'close', listener: () => void): void;
  off(event: 'close', listener: () => void): void;
  readonly error: Error | null;
};

/**
 * A command written to a socket that was closed a moment ago waits for ever for the socket to drain (mongodb 7.8.0,
 * lib/cmap/connection.js). If that command is the driver's own heartbeat, the server is never found again. This makes it
 * fail as soon as the connection is closed.
 */
const failWhenClosed = (line: Line): void => {
  const write = line.writeCommand;
  line.writeCommand = function (...of) {
    return new Promise((resolve, reject) => {
      const closed = () => reject(this.error ?? new MongoError('the connection was closed'));
      this.once('close', closed);
      void write
        .apply(this, of)
        .finally(() => this.off('close', closed))
        .then(resolve, reject);
    });
  };
};
failWhenClosed((Connection as unknown as { readonly prototype: Line }).prototype);

/** How long to wait for an answer; the request may still be carried out later. */
const PATIENCE_MS = 5_000;

/** Acknowledged writes are in the journal of the majority, and reads go to the primary. */
const OPTIONS = {
  appName: 'dosar',
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  // nobody waits for the answer any more
  socketTimeoutMS: PATIENCE_MS + 1_000,
  waitQueueTimeoutMS: PATIENCE_MS,
  maxPoolSize: 30,
  // positions exceed what a double can represent
  useBigInt64: true,
  readPreference: 'primary',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: PATIENCE_MS },
  retryWrites: true,
} as const satisfies MongoClientOptions;

/** Options that an address may not change: durability and consistency depend on them. */
const PROMISED: Readonly<Record<string, string>> = {
  readpreference: 'primary',
  journal: 'true',
  j: 'true',
  w: 'majority',
  readconcernlevel: 'majority',
  retrywrites: 'true',
};

const DRIVERS_DEFAULT = 'test';
const DENIED: ReadonlySet<unknown> = new Set([13, 18, 8000]);

/**
 * The database in an address, `dosar` by default. Several adapters on one server are separated by a suffix.
 * @throws CannotStart
 */
export const openMongo = async (url: string, variable: string, suffix = ''): Promise<Mongo> => {
  mustNotWeaken(url, variable);
  const client = clientFor(url, variable);
  try {
    await client.connect();
    const named = client.db().databaseName;
    const name = (named === DRIVERS_DEFAULT ? 'dosar' : named) + suffix;
    const db = client.db(name);
    const hello = await db.command({ hello: 1 });
    if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid')
      throw new CannotStart(
        `${variable}: MongoDB at ${shown(url)} stands alone: it must be a replica set, if only of one member`,
      );
    await raiseLevel(db, `${variable}: the database ${name}`);
    return { db, patiently: (work) => patiently(url, variable, name, work), close: () => client.close() };
  } catch (error) {
    await client.close();
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(sentence(error as MongoError, url, variable));
  }
};

type Level = { readonly _id: string; readonly level: number };
const LEVEL_ID = 'level';

/** Stores the level that writes to a database. @throws CannotStart when a higher one has */
const raiseLevel = async (db: Db, store: string): Promise<void> => {
  const levels = db.collection<Level>('level');
  const found = await levels.findOne({ _id: { $eq: LEVEL_ID } });
  const level = found === null ? null : Number(found.level);
  mustNotBeHigher(store, level);
  if (level === LEVEL) return;
  await levels.updateOne({ _id: { $eq: LEVEL_ID } }, { $max: { level: LEVEL } }, { upsert: true }).catch((error) => {
    // another process was faster
    if (!isTaken(error)) throw error;
  });
};

/**
 * Building an index of many rows takes longer than a call may: with a timeout the socket would be closed and the build
 * started again, for ever.
 */
const patiently = async <T>(url: string, variable: string, name: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const client = clientFor(url, variable, { socketTimeoutMS: 0, maxPoolSize: 1 });
  try {
    return await work(client.db(name));
  } catch (error) {
    throw asOutage(error);
  } finally {
    await client.close().catch(() => undefined);
  }
};

const clientFor = (url: string, variable: string, more: MongoClientOptions = {}) => {
  try {
    return new MongoClient(url, { ...OPTIONS, ...more });
  } catch (error) {
    const { message } = error as Error;
    throw new CannotStart(
      `${variable} is not an address of MongoDB, such as mongodb://localhost:27017/dosar (${message})`,
    );
  }
};

const mustNotWeaken = (url: string, variable: string) => {
  for (const [name, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
    const promised = PROMISED[name.toLowerCase()];
    if (promised !== undefined && value.toLowerCase() !== promised)
      throw new CannotStart(
        `${variable}: "${name}=${value}" in the address would take back what is promised: leave it out`,
      );
  }
};

const sentence = (error: MongoError, url: string, variable: string): string => {
  if ([error, error.cause].some((each) => each instanceof MongoCompatibilityError))
    return `${variable}: the server at ${shown(url)} is too old (${error.message})`;
  if (DENIED.has(error.code)) return `${variable}: MongoDB at ${shown(url)} refuses this user and password`;
  return `${variable}: no MongoDB answers at ${shown(url)} (${error.message})`;
};

/** Errors of the server, the driver or the socket: Node.js's own errors have a code in words. */
const isOutside = (error: unknown): error is Error =>
  error instanceof MongoError
    ? !(error instanceof MongoInvalidArgumentError)
    : error instanceof AggregateError || typeof (error as NodeJS.ErrnoException).code === 'string';

/**
 * Translates the driver's errors for the ports. The outcome is always unknown, and a retry may succeed: an error of the
 * server must never pass for damage of the data.
 */
const asOutage = (error: unknown): unknown =>
  isOutside(error) ? new Unavailable(`MongoDB: ${error.message}`, { cause: error }) : error;

/** The answer to one call. @throws Unavailable, also when it is late: the outcome is then unknown */
export const answered = async <T>(work: Promise<T>, ms: number = PATIENCE_MS): Promise<T> => {
  try {
    return await within(ms, work, 'MongoDB');
  } catch (error) {
    throw asOutage(error);
  }
};

/** Documents of a cursor, one by one. Each answer has a time limit, all together have none. */
export const each = async function* <T>(cursor: {
  next(): Promise<T | null>;
  close(): Promise<void>;
}): AsyncGenerator<T> {
  try {
    for (let found = await answered(cursor.next()); found !== null; found = await answered(cursor.next())) yield found;
  } finally {
    void cursor.close().catch(() => undefined);
  }
};

const NAMESPACE_NOT_FOUND = 26;

/** The collection does not exist; any other error is not an answer to that. */
export const isNowhere = (error: unknown): boolean => error instanceof MongoError && error.code === NAMESPACE_NOT_FOUND;

const DUPLICATE_KEY = 11_000;
/** A document with that key exists already. */
export const isTaken = (error: unknown): boolean =>
  [error, (error as Error).cause].some((each) => each instanceof MongoError && each.code === DUPLICATE_KEY);

/** Runs writes of which some may fail because their document exists already; any other error is thrown. */
export const unlessTaken = async (work: Promise<unknown>): Promise<void> => {
  try {
    await answered(work);
  } catch (error) {
    const { cause } = error as Error;
    const failed = cause instanceof MongoBulkWriteError ? [cause.writeErrors].flat() : [];
    const isGuarded = failed.length > 0 && failed.every(({ code }) => code === DUPLICATE_KEY);
    if (!isGuarded || (cause as MongoBulkWriteError).result.getWriteConcernError()) throw error;
  }
};
