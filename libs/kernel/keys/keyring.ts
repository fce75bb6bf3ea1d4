import { putRequested } from './requested-destructions';
import { keyNamed } from '../model/destruction';
import { randomOf } from '../log/ids';
import type { DataKey } from './envelope';
import type { Masters } from './masters';
import type { Vault } from '../ports';
import { updateIn } from './update-in';

/** The value that replaces a key destroyed for ever. */
export const DESTROYED = 'destroyed';
/** How many keys are cached, least recently used first out: six years of 3,000 clients fit. */
const KEPT = 50_000;
/**
 * How often each process checks whether keys were destroyed elsewhere: a destroyed key must be gone everywhere within a
 * second.
 */
const LOOK_MS = 300;
/** The place in the vault that counts destroyed keys. */
const DESTRUCTIONS = 'keys/destroyed';

/** A key, or why there is none: destroyed for ever, or missing although it must exist. */
export type KeyState = DataKey | 'destroyed' | 'missing';

/**
 * The keys of personal data, wrapped by the master key and stored in the vault: one for each owner (a purpose with an
 * id) and generation. A key's name, in envelopes too, is `<owner>/<generation>`.
 */
export interface Keyring {
  /** Loads these keys, so that `key` finds them. @returns undefined when all are loaded. @throws Unavailable */
  fetch(names: Iterable<string>): Promise<void> | undefined;
  /**
   * A loaded key; one that was not loaded is missing. A loaded key may be evicted at any time, such as when another is
   * destroyed: fetch again after every await.
   */
  key(name: string): KeyState;
  /** Creates a key durably before its first use; an existing one stays. */
  begin(name: string): Promise<void>;
  /** For ever and in every process: whatever was encrypted with it is read as null from now on. */
  destroy(name: string): Promise<void>;
  /** Checks for keys that other processes have destroyed, until the signal aborts. */
  watch(signal: AbortSignal): void;
  /** Called when a key was destroyed, here or elsewhere: whatever was decrypted with it must be forgotten. */
  onDestroyed(listener: () => void): void;
}

export const KEYS = 'key/';
export const keyPlace = (name: string): string => `${KEYS}${name}`;

/** The name of the key stored at that place of the vault. */
export const keyNameIn = (place: string): string => place.slice(KEYS.length);

const ownerOf = (name: string) => {
  const { owner, generation } = keyNamed(name);
  return { owner, generation };
};

/** @param forget evicts it here at once; other processes notice by the number of destructions */
const destroyKey = async (vault: Vault, name: string, forget: () => void = () => {}): Promise<void> => {
  await updateIn(vault, keyPlace(name), () => DESTROYED);
  forget();
  await updateIn(vault, DESTRUCTIONS, (count) => String(Number(count ?? 0) + 1));
};

/**
 * Destroys keys once more that a restored older vault has again, before anything is served.
 * @param told the names of the keys that the log says were destroyed
 * @returns those that had come back
 */
export const destroyAgain = async (
  vault: Vault,
  told: readonly string[],
  at: Date = new Date(),
): Promise<readonly string[]> => {
  const back: string[] = [];
  for (const name of new Set(told))
    if ((await vault.get(keyPlace(name))) !== DESTROYED) {
      await destroyKey(vault, name);
      // restored views may show its data again: requested once more, it is removed as soon as views can be read
      await putRequested(vault, name, { step: 'destroy', at: at.toISOString() });
      back.push(name);
    }
  return back;
};

/** A key that cannot be unwrapped counts as missing: whatever needs it is reported, and everything else works. */
const unwrapped = (masters: Masters, place: string, value: string): Buffer | null => {
  try {
    return masters.unwrap(place, value);
  } catch {
    return null;
  }
};

export const keyring = (vault: Vault, masters: Masters): Keyring => {
  const known = new Map<string, DataKey | 'destroyed'>();
  const listeners: (() => void)[] = [];
  let destructions: string | undefined;

  const keep = (name: string, key: DataKey | 'destroyed') => {
    if (known.size >= KEPT) known.delete(known.keys().next().value!);
    known.set(name, key);
  };

  /** Marks it as the most recently used. @returns whether it is cached */
  const isUsed = (name: string): boolean => {
    const key = known.get(name);
    if (key === undefined) return false;
    known.delete(name);
    known.set(name, key);
    return true;
  };

  const load = async (name: string) => {
    const place = keyPlace(name);
    const value = await vault.get(place);
    if (value === DESTROYED) keep(name, DESTROYED);
    else if (value !== null) {
      const secret = unwrapped(masters, place, value);
      if (secret) keep(name, { ...ownerOf(name), secret });
    }
  };

  const look = async () => {
    const now = await vault.get(DESTRUCTIONS);
    // stores an explicit zero: some vaults repeat a missing read on another member, and this one is read all the time
    if (now === null) await vault.putIfAbsent(DESTRUCTIONS, '0');
    if (destructions !== undefined && (now ?? '0') !== destructions) forget();
    destructions = now ?? '0';
  };

  const forget = () => {
    known.clear();
    for (const listener of listeners) listener();
  };

  return {
    fetch(names) {
      const unknown = [...new Set(names)].filter((name) => !isUsed(name));
      return unknown.length === 0 ? undefined : Promise.all(unknown.map(load)).then(() => undefined);
    },
    key: (name) => known.get(name) ?? 'missing',
    async begin(name) {
      const place = keyPlace(name);
      if ((await vault.get(place)) === null) await vault.putIfAbsent(place, masters.wrap(place, randomOf(32)));
      await load(name);
    },
    async destroy(name) {
      await destroyKey(vault, name, forget);
    },
    onDestroyed: (listener) => void listeners.push(listener),
    watch(signal) {
      // a failed look is ignored: while the vault cannot be reached nobody can destroy a key in it
      const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
      signal.addEventListener('abort', () => clearInterval(looking), { once: true });
    },
  };
};
