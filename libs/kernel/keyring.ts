import { randomOf } from './ids';
import type { DataKey } from './envelope';
import type { Masters } from './masters';
import type { Vault } from './ports';
import { updateIn } from './update-in';

const DESTROYED = 'destroyed';
/** Keys that are kept in memory at most. */
const KEPT = 10_000;
/** How often every process looks whether a key was destroyed somewhere: what was must be gone everywhere in a second. */
const LOOK_MS = 300;
/** How many keys were destroyed so far, in the vault. */
const DESTRUCTIONS = 'keys/destroyed';

/** A key, or why there is none: destroyed for ever, or gone although it must be there. */
export type KeyState = DataKey | 'destroyed' | 'missing';

/** The keys of personal data, one a person, client or firm, wrapped by the master key and kept in the vault. */
export interface Keyring {
  /** Brings the keys of these owners within reach of `key`. @returns nothing to wait for when all are. @throws Unavailable */
  fetch(owners: Iterable<string>): Promise<void> | undefined;
  /**
   * The key that was fetched; one that was not is missing. It may be let go of at any time, such as when another is
   * destroyed: whoever has waited for something since has it fetched again.
   */
  key(owner: string, generation?: number): KeyState;
  /** The key of an owner that begins to be: made durable before its first use; the one that stands is used. */
  begin(owner: string): Promise<void>;
  /** For ever and in every process: whatever was encrypted with it reads as null from now on. */
  destroy(owner: string): Promise<void>;
  /** Looks for keys that others have destroyed, until the signal. */
  watch(signal: AbortSignal): void;
  /** Some key was destroyed, here or elsewhere: what was read with it is to be forgotten. */
  onDestroyed(listener: () => void): void;
}

const FIRST = 1;
export const KEYS = 'key/';
export const keyPlace = (owner: string, generation: number): string => `${KEYS}${owner}/${generation}`;

/** Whose key is kept in that place of the vault, and whether it is still one. */
export const keyIn = (place: string, value: string): { readonly owner: string; readonly isDestroyed: boolean } => ({
  owner: place.slice(KEYS.length, place.lastIndexOf('/')),
  isDestroyed: value === DESTROYED,
});

export const keyring = (vault: Vault, masters: Masters): Keyring => {
  const known = new Map<string, DataKey | 'destroyed'>();
  const listeners: (() => void)[] = [];
  let destructions: string | undefined;

  const keep = (owner: string, key: DataKey | 'destroyed') => {
    if (known.size >= KEPT) known.delete(known.keys().next().value!);
    known.set(owner, key);
  };

  const load = async (owner: string) => {
    const place = keyPlace(owner, FIRST);
    const value = await vault.get(place);
    if (value === DESTROYED) keep(owner, DESTROYED);
    else if (value !== null) {
      const secret = unwrapped(place, value);
      if (secret) keep(owner, { owner, generation: FIRST, secret });
    }
  };

  /** One that cannot be opened is missing: what needs it is named, and the rest goes on. */
  const unwrapped = (place: string, value: string): Buffer | null => {
    try {
      return masters.unwrap(place, value);
    } catch {
      return null;
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
    fetch(owners) {
      const unknown = [...new Set(owners)].filter((owner) => !known.has(owner));
      return unknown.length === 0 ? undefined : Promise.all(unknown.map(load)).then(() => undefined);
    },
    key(owner, generation = FIRST) {
      const found = known.get(owner) ?? 'missing';
      return typeof found === 'string' || found.generation === generation ? found : 'missing';
    },
    async begin(owner) {
      const place = keyPlace(owner, FIRST);
      if ((await vault.get(place)) === null) await vault.putIfAbsent(place, masters.wrap(place, randomOf(32)));
      await load(owner);
    },
    async destroy(owner) {
      await updateIn(vault, keyPlace(owner, FIRST), () => DESTROYED);
      forget();
      await updateIn(vault, DESTRUCTIONS, (count) => String(Number(count ?? 0) + 1));
    },
    onDestroyed: (listener) => void listeners.push(listener),
    watch(signal) {
      // while the vault cannot be asked nobody can destroy a key in it either
      const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
      signal.addEventListener('abort', () => clearInterval(looking), { once: true });
    },
  };
};
