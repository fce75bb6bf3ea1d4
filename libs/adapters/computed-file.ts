import { Unavailable } from '@dosar/kernel/runtime';
import { isDamagedFile, removeSqlite } from './sqlite-damage';
import { isGone } from './sqlite-place';

type Closing = { close(): Promise<void> };
/** Told each time when a page of a file that is computed from the log cannot be read. */
export type OnDamagedFile = (why: string) => void;

/** Files that are computed from the log, each by itself. */
export type ComputedFile = 'views' | 'search' | 'snapshots';
export type OnDamagedComputedFile = {
  /** A page of it cannot be read: whoever fills it is to be stopped, and it is to be renewed. */
  readonly onDamagedFile?: (file: ComputedFile, why: string) => void;
};

export type Guard = {
  /** What is in the file, as whoever asks is told it. */
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

/** As SQLite says it. */
const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: { readonly message?: string } };
  return cause?.message ?? message;
};

/** Whoever asks is told that it is an outage, since it is made anew; what is no damage of the file goes on as it is. */
const asOutage = (error: unknown, { what, onDamage }: Guard): unknown => {
  if (!isDamagedFile(error) && !isGone(error)) return error;
  onDamage(messageOf(error));
  return new Unavailable(`${what} cannot be read, and will be filled anew: ${messageOf(error)}`, { cause: error });
};

type Method = (...given: unknown[]) => unknown;

/** What is answered while there is no store, by methods whose answer nobody waits for. */
type Meanwhile = Readonly<Record<string, Method>>;

/**
 * A store of which each method asks the one that is there now. `pick` finds it, or a part of it.
 * @param like has all that such a store has
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

/** The same store, but that damage of its file is told, and is an outage for whoever asks. */
export const guarded = <T extends object>(store: T, guard: Guard): T => through(store, () => store, guard);

export type Renewable<T> = {
  readonly store: T;
  /** Nobody else has the file open any more: it is taken away, and made anew as it is opened. */
  readonly renew: () => Promise<void>;
};

export type Computed<T> = {
  readonly files: readonly string[];
  /** Makes files anew that were taken away. */
  readonly make: () => Promise<unknown>;
  /** Opens what is there. */
  readonly open: () => Promise<T>;
};

/**
 * A store in files that are computed from the log, which can be taken away while others go on asking: they are told so.
 * @param meanwhile what methods answer then that answer at once; all others refuse
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
      await former?.close().catch(() => undefined); // what it was is not needed any more
      for (const file of files) removeSqlite(file);
      await make();
      current = await open();
    },
  };
};

/** Opens a file that is computed from the log. One that cannot be read is taken away first, and told. */
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
