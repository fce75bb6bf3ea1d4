import { MongoClient, MongoCompatibilityError, MongoError, type ClientSession, type Db } from 'mongodb';
import { Unavailable } from '@dosar/kernel';
import { CannotStart, shown } from './cannot-start';

/** A database of a server that answers. */
export type Mongo = {
  readonly db: Db;
  /** Whether several documents can be written together: on a replica set, not on a server that stands alone. */
  readonly transactions: boolean;
  /** Does the work in one transaction: all of it or nothing. */
  readonly atomically: (work: (session: ClientSession) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

const OPTIONS = {
  appName: 'dosar',
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 10_000,
  maxPoolSize: 30,
  // positions are larger than a double can count
  useBigInt64: true,
  writeConcern: { w: 'majority', journal: true },
} as const;

const DRIVERS_DEFAULT = 'test';
const DENIED: ReadonlySet<unknown> = new Set([13, 18, 8000]);

/**
 * The database that an address names, `dosar` when it names none. Several keepers on one server keep apart by a suffix.
 * @throws CannotStart
 */
export const openMongo = async (url: string, variable: string, suffix = ''): Promise<Mongo> => {
  const client = clientFor(url, variable);
  try {
    await client.connect();
    const named = client.db().databaseName;
    const db = client.db((named === DRIVERS_DEFAULT ? 'dosar' : named) + suffix);
    const hello = await db.command({ hello: 1 });
    await db.collection('views').findOne({ _id: { $eq: null as never } });
    return {
      db,
      transactions: hello['setName'] !== undefined || hello['msg'] === 'isdbgrid',
      atomically: (work) =>
        client.withSession((session) => session.withTransaction(() => work(session))).then(() => undefined),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw new CannotStart(sentence(error as MongoError, url, variable));
  }
};

const clientFor = (url: string, variable: string) => {
  try {
    return new MongoClient(url, OPTIONS);
  } catch (error) {
    const { message } = error as Error;
    throw new CannotStart(
      `${variable} is not an address of MongoDB, such as mongodb://localhost:27017/dosar (${message})`,
    );
  }
};

const sentence = (error: MongoError, url: string, variable: string): string => {
  if ([error, error.cause].some((each) => each instanceof MongoCompatibilityError))
    return `${variable}: the server at ${shown(url)} is too old (${error.message})`;
  if (DENIED.has(error.code)) return `${variable}: MongoDB at ${shown(url)} refuses this user and password`;
  return `${variable}: no MongoDB answers at ${shown(url)} (${error.message})`;
};

/**
 * What the driver throws, as the ports call it. Whatever it is, the outcome is not known and the next time may be
 * better: an error of a server must never be taken for one of what is kept on it.
 */
export const answered = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof MongoError ? new Unavailable(`MongoDB: ${error.message}`, { cause: error }) : error;
  }
};

const DUPLICATE_KEY = 11_000;
/** Something with that key is there already. */
export const isTaken = (error: unknown): boolean => error instanceof MongoError && error.code === DUPLICATE_KEY;
