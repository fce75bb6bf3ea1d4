import { putRequested } from './requested-destructions';
import { keyNamed } from '../model/destruction';
import { randomOf } from '../log/ids';
import type { DataKey } from './envelope';
import type { Masters } from './masters';
import type { Vault } from '../ports';
import { updateIn } from './update-in';

/** What stands in the place of a key that was destroyed for ever. */
export const DESTROYED = 'destroyed';
/** Keys that are kept in memory at most, those that were used last: with six years of 3,000 clients none is read twice. */
const KEPT = 50_000;
/** How often every process looks whether a key was destroyed somewhere: what was must be gone everywhere in a second. */
const LOOK_MS = 300;
/** How many keys were destroyed so far, in the vault. */
const DESTRUCTIONS = 'keys/destroyed';

/** A key, or why there is none: destroyed for ever, or gone although it must be there. */
export type KeyState = DataKey | 'destroyed' | 'missing';

/**
 * The keys of personal data, wrapped by the master key and kept in the vault: one for each owner (a purpose and whose it is)
 * and generation. A key is named as envelopes name it, `<owner>/<generation>`.
 */
export interface Keyring {
  /** Brings these keys within reach of `key`. @returns nothing to wait for when all are. @throws Unavailable */
  fetch(names: Iterable<string>): Promise<void> | undefined;
  /**
   * The key that was fetched; one that was not is missing. It may be let go of at any time, such as when another is
   * destroyed: whoever has waited for something since has it fetched again.
   */
  key(name: string): KeyState;
  /** A key that is used for the first time: made durable before; the one that stands is used. */
  begin(name: string): Promise<void>;
  /** For ever and in every process: whatever was encrypted with it reads as null from now on. */
  destroy(name: string): Promise<void>;
  /** Looks for keys that others have destroyed, until the signal. */
  watch(signal: AbortSignal): void;
  /** Some key was destroyed, here or elsewhere: what was read with it is to be forgotten. */
  onDestroyed(listener: () => void): void;
}

export const KEYS = 'key/';
export const keyPlace = (name: string): string => `${KEYS}${name}`;

/** Which key is kept in that place of the vault. */
export const keyNameIn = (place: string): string => place.slice(KEYS.length);

const ownerOf = (name: string) => {
  const { owner, generation } = keyNamed(name);
  return { owner, generation };
};

/** @param forget lets go of it at once here; others are told by the number of destructions */
const destroyKey = async (vault: Vault, name: string, forget: () => void = () => {}): Promise<void> => {
  await updateIn(vault, keyPlace(name), () => DESTROYED);
  forget();
  await updateIn(vault, DESTRUCTIONS, (count) => String(Number(count ?? 0) + 1));
};

/**
 * A vault from before a destruction has the key again: before anything is served, what the log tells of is destroyed once more.
 * @param told the names of the keys that were destroyed
 * @returns those that were back
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
      // what goes with it is back as well: it is taken away once more as soon as views can be read
      await putRequested(vault, name, { step: 'destroy', at: at.toISOString() });
      back.push(name);
    }
  return back;
};

/** One that cannot be opened is missing: what needs it is named, and the rest goes on. */
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

  /** What is used is let go of last. @returns whether it is here */
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
    // that there is nothing is asked twice of some vaults: it is looked at all the time
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
      // while the vault cannot be asked nobody can destroy a key in it either
      const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
      signal.addEventListener('abort', () => clearInterval(looking), { once: true });
    },
  };
};
