import { Unavailable } from '@dosar/kernel/runtime';
import { isDamagedFile, removeSqlite } from './sqlite-damage';
import { isGone } from './sqlite-place';

type Closing = { close(): Promise<void> };
/** Called each time a page of a file computed from the log cannot be read. */
export type OnDamagedFile = (why: string) => void;

/** Files computed from the log, each on its own. */
export type ComputedFile = 'views' | 'search' | 'snapshots';
export type OnDamagedComputedFile = {
  /** Called when a page cannot be read: whoever fills the file must be stopped, and the file renewed. */
  readonly onDamagedFile?: (file: ComputedFile, why: string) => void;
};

export type Guard = {
  /** The content of the file, as named in errors. */
  readonly what: string;
  readonly onDamage: OnDamagedFile;
};

const nameOf = (file: ComputedFile) => `${file}.db`;
export const guardOf = (file: ComputedFile, onDamage: OnDamagedFile = () => {}): Guard => ({
  what: nameOf(file),
  onDamage,
});
export const guardOfComputed = (file: ComputedFile, { onDamagedFile = () => {} }: OnDamagedComputedFile): Guard =>
  guardOf(file, (why) => onDamagedFile(file, why));

/** The message of SQLite. */
const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: { readonly message?: string } };
  return cause?.message ?? message;
};

/** Turns damage of the file into an outage for the caller, since the file is made again; other errors are passed on. */
const asOutage = (error: unknown, { what, onDamage }: Guard): unknown => {
  if (!isDamagedFile(error) && !isGone(error)) return error;
  onDamage(messageOf(error));
  return new Unavailable(`${what} cannot be read, and will be filled anew: ${messageOf(error)}`, { cause: error });
};

type Method = (...given: unknown[]) => unknown;

/** Answers while there is no store, for methods whose answer does not matter. */
type Meanwhile = Readonly<Record<string, Method>>;

/**
 * A store whose methods call the current one, which `pick` returns, or a part of it.
 * @param like an object with all methods of such a store
 */
const through = <T extends object>(like: T, pick: () => T | null, guard: Guard, meanwhile: Meanwhile = {}): T => {
  const asking = (name: string): Method => {
    return (...given) => {
      const there = pick();
      if (!there && meanwhile[name]) return meanwhile[name]();
      if (!there) return Promise.reject(new Unavailable(`${guard.what} is being made anew`));
      try {
        const answer = (there as Record<string, Method>)[name]!(...given);
        return answer instanceof Promise
          ? answer.catch((error: unknown) => Promise.reject(asOutage(error, guard) as Error))
          : answer;
      } catch (error) {
        throw asOutage(error, guard);
      }
    };
  };
  const members = Object.entries(like).map(([name, member]: [string, unknown]) => {
    if (typeof member === 'function') return [name, asking(name)];
    const part = () => (pick() as Record<string, object> | null)?.[name] ?? null;
    return [name, through(member as object, part, guard)];
  });
  return Object.fromEntries(members) as T;
};

/** The same store, which reports damage of its file and treats it as an outage. */
export const guarded = <T extends object>(store: T, guard: Guard): T => through(store, () => store, guard);

export type Renewable<T> = {
  readonly store: T;
  /** Deletes the file and creates it again; nobody else may have it open any more. */
  readonly renew: () => Promise<void>;
};

export type Computed<T> = {
  readonly files: readonly string[];
  /** Creates deleted files. */
  readonly make: () => Promise<unknown>;
  /** Opens the existing files. */
  readonly open: () => Promise<T>;
};

/**
 * A store in files computed from the log, which can be deleted while others use it: their calls fail meanwhile.
 * @param meanwhile methods that answer during that time; all others fail
 */
export const renewable = async <T extends Closing>(
  { files, make, open }: Computed<T>,
  guard: Guard,
  meanwhile: Meanwhile = {},
): Promise<Renewable<T>> => {
  let current: T | null = await open();
  const store = through(current, () => current, guard, meanwhile);
  return {
    store: { ...store, close: async () => current?.close() },
    renew: async () => {
      const former = current;
      current = null;
      await former?.close().catch(() => undefined); // the former store is not needed any more, whatever its close says
      for (const file of files) removeSqlite(file);
      await make();
      current = await open();
    },
  };
};

/** Opens a file computed from the log. An unreadable one is reported and deleted first. */
export const openedOrAnew = async <T>(
  file: string,
  open: () => T | Promise<T>,
  onDamage: OnDamagedFile,
): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    if (!isDamagedFile(error)) throw error;
    onDamage(messageOf(error));
    removeSqlite(file);
    return open();
  }
};
