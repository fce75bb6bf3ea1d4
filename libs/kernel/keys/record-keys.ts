import { Damaged, REMEDY } from '../model/damage';
import type { DataKey } from './envelope';
import type { Catalogue, Origin } from '../model/event';
import type { Keyring } from './keyring';
import type { Message } from '../model/message';
import { hasMarked } from '../model/shape';

/**
 * Address and agent are encrypted with a yearly key of the actor; where nobody was signed in, of the person the event
 * is about.
 */
const keyOfOrigin = ({ actor, ip, userAgent }: Origin, key: string | null, year: number): string | null => {
  if (ip === null && userAgent === null) return null;
  const whose = actor.kind === 'user' ? actor.id : key?.slice(key.indexOf(':') + 1, key.lastIndexOf('/'));
  return whose === undefined ? null : `origin:${whose}/${year}`;
};

/** The keys of one event. */
export type KeysOf = { readonly own: string | null; readonly origin: string | null };

type Decided<E extends Message> = {
  readonly catalogue: Catalogue<E>;
  readonly id: string;
  readonly origin: Origin;
  readonly year: number;
};

/** The key each of these events is encrypted with; null where nothing is personal. */
export const keysOf = <E extends Message>(
  { catalogue, id, origin, year }: Decided<E>,
  events: readonly E[],
): readonly KeysOf[] =>
  events.map((event) => {
    const key = catalogue.key(id, event, year);
    const isPersonal = hasMarked(event.data, catalogue.shapes[event.type as E['type']].mask);
    return { own: isPersonal ? key : null, origin: keyOfOrigin(origin, key, year) };
  });

/** Whether the log named a key when this process started; keys created since are found in the vault. */
export type IsUsed = (name: string) => Promise<boolean>;

/** The keys that new records are encrypted with. */
export const recordKeys = (keyring: Keyring, isUsed: IsUsed) => {
  const isThere = (name: string) => keyring.key(name) !== 'missing';

  /** Creates a key that does not exist. One that the log names already was lost, and is never created a second time. */
  const begin = async (name: string) => {
    if (await isUsed(name))
      throw new Damaged(
        `the key ${name} is missing from the vault: nothing can be written with it, all else can; ${REMEDY.vault}`,
      );
    await keyring.begin(name);
    if (!isThere(name)) throw new Damaged(`the key ${name} in the vault cannot be opened; ${REMEDY.vault}`);
  };

  return {
    /**
     * Loads keys, and creates those that were never used.
     * @returns null when all were loaded already
     * @throws Damaged when one is lost; Unavailable
     */
    bring(names: readonly string[]): Promise<void> | null {
      const missing = names.filter((name) => !isThere(name));
      if (missing.length === 0) return null;
      return (async () => {
        await keyring.fetch(missing);
        for (const name of missing) if (!isThere(name)) await begin(name);
      })();
    },

    isDestroyed: (name: string): boolean => keyring.key(name) === 'destroyed',

    /** null: the data belongs to nobody. */
    of(name: string | null): DataKey | null {
      const key = name === null ? 'missing' : keyring.key(name);
      return typeof key === 'string' ? null : key;
    },
  };
};
