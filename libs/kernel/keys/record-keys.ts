import { Damaged, REMEDY } from '../model/damage';
import type { DataKey } from './envelope';
import type { Catalogue, Origin } from '../model/event';
import type { Keyring } from './keyring';
import type { Message } from '../model/message';
import { hasMarked } from '../model/shape';

/** Address and agent are the actor's; where nobody was signed in, theirs whose data it is. They end year by year. */
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

/** What each of these events is sealed with; null where there is nothing to seal. */
export const keysOf = <E extends Message>(
  { catalogue, id, origin, year }: Decided<E>,
  events: readonly E[],
): readonly KeysOf[] =>
  events.map((event) => {
    const key = catalogue.key(id, event, year);
    const isPersonal = hasMarked(event.data, catalogue.shapes[event.type as E['type']].mask);
    return { own: isPersonal ? key : null, origin: keyOfOrigin(origin, key, year) };
  });

/** Whether the log names a key, as far as it was when this process began; what began since is seen in the vault. */
export type IsUsed = (name: string) => Promise<boolean>;

/** The keys that records are written with. */
export const recordKeys = (keyring: Keyring, isUsed: IsUsed) => {
  const isThere = (name: string) => keyring.key(name) !== 'missing';

  /** One that is nowhere is begun: it is lost when the log names it, and never made a second time. */
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
     * Brings keys within reach, and begins those that were never used.
     * @returns null when all were there already
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

    /** null: there is nobody whose it could be. */
    of(name: string | null): DataKey | null {
      const key = name === null ? 'missing' : keyring.key(name);
      return typeof key === 'string' ? null : key;
    },
  };
};
