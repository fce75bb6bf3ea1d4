import { Damaged, REMEDY } from '../model/damage';
import { destroyedBy, DESTROYING, type NamedKey } from '../model/destruction';
import { keyNamedBy, openMember, type Envelope, type Sealed } from '../keys/envelope';
import type { Origin, Recorded } from '../model/event';
import type { Keyring } from '../keys/keyring';
import { placeOf } from './place';
import type { EncodedRecord, Place, StoredRecord } from '../ports';
import { envelopesOf, parseRecord, readable, typeOf, type EncryptedRecord, type PersonalEnvelopes } from './record';
import { PERSONAL_CLASSES, type Marked } from '../model/shape';

/** The personal data of this record cannot be opened, though its key was not destroyed. */
export class Unreadable extends Damaged {
  /** @param why the reason, in the same words for all records that it concerns */
  constructor(
    readonly what: string,
    readonly why: string,
  ) {
    super(`${what}: ${why}`);
  }
}

const openedWith = (keys: Keyring, id: string, member: Sealed, envelope: Envelope): unknown => {
  const name = keyNamedBy(envelope);
  const key = keys.key(name);
  if (key === 'destroyed') return null;
  if (key === 'missing')
    throw new Unreadable(`${member} of event ${id}`, `the key ${name} is missing from the vault: ${REMEDY.vault}`);
  try {
    return openMember(key, id, member, envelope);
  } catch (error) {
    const why = `what is sealed with the key ${name} cannot be opened: ${(error as Error).message}; ${REMEDY.together}`;
    throw new Unreadable(`${member} of event ${id}`, why);
  }
};

/** Opens each class of members by itself; null when their common key was destroyed. */
const openedClasses = (keys: Keyring, id: string, personal: PersonalEnvelopes): Marked | null => {
  const marked: (readonly [(typeof PERSONAL_CLASSES)[number], unknown])[] = [];
  for (const of of PERSONAL_CLASSES) {
    const envelope = personal[of];
    if (!envelope) continue;
    const opened = openedWith(keys, id, of, envelope);
    if (opened === null) return null;
    marked.push([of, opened]);
  }
  return marked;
};

/** A record whose personal fields are decrypted on first use; its data is still of the version it was written in. */
export type OpenedRecord = Omit<Recorded, 'data' | 'ip' | 'userAgent' | 'sealedWith' | 'sealed'> & {
  readonly version: number;
  /** The data without its personal members. */
  readonly clear: unknown;
  /** The personal members by their class; null when there are none, or their key was destroyed. @throws Unreadable */
  readonly personal: () => Marked | null;
  /** Address and agent. @throws Unreadable */
  readonly from: () => From;
  /** Its encrypted personal members. */
  readonly sealed: PersonalEnvelopes | null;
  /** The keys that open it, and that of its personal members alone; null: it has none. */
  readonly keys: readonly string[];
  readonly personalKey: string | null;
  /**
   * Fetches its keys again, which may have been evicted meanwhile. @returns undefined when they are loaded. @throws
   * Unavailable
   */
  readonly reach: () => Promise<void> | undefined;
  /** Its place in the log. */
  readonly place: () => Place;
  /** Its newest version, cached for all projectors: with its personal data, and without. */
  readonly known: { whole?: Recorded; blanked?: Recorded };
};

export type From = Pick<Origin, 'ip' | 'userAgent'>;
export const nowhere: From = { ip: null, userAgent: null };

/** Computes a value on first use. */
export const lazily = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | null = null;
  return () => (done ??= { value: work() }).value;
};

const isHere = () => undefined;

/** The id in the text of a damaged record, as far as it can be read: only used to name it. */
const idIn = ({ text }: StoredRecord): string | null =>
  /"id":"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})","occurredAt":/.exec(text)?.[1] ?? null;

/** Stands for a record that cannot be read: every use of its data throws. */
const unreadable = (stored: StoredRecord, damage: Error): OpenedRecord => {
  const { stream, revision, position } = stored;
  const named = { id: stored.damage?.id ?? idIn(stored) ?? `${stream} ${revision}`, type: typeOf(stored) };
  const never = () => {
    throw damage;
  };
  const blank = {
    ...named,
    stream,
    revision,
    position,
    version: 0,
    personal: never,
    from: never,
    sealed: null,
    keys: [],
    personalKey: null,
    reach: isHere,
    place: () => placeOf(stored),
    known: {},
  };
  return {
    ...(blank as unknown as OpenedRecord),
    get clear(): unknown {
      return never();
    },
  };
};

/** The key whose destruction a record states; null for a damaged one. */
export const destructionIn = (record: OpenedRecord): NamedKey | null =>
  record.type === DESTROYING && record.command ? destroyedBy({ type: record.type, data: record.clear }) : null;

/** Loads the keys of these records and wraps them for opening. @throws Unavailable */
export const openRecords = async (stored: readonly StoredRecord[], keys: Keyring): Promise<OpenedRecord[]> => {
  const names = new Set<string>();
  const opened = stored.map((each) => {
    try {
      const record = openRecord(parseRecord(each), each, keys);
      for (const name of record.keys) names.add(name);
      return record;
    } catch (error) {
      return unreadable(each, error as Error);
    }
  });
  await keys.fetch(names);
  return opened;
};

/**
 * Every member is listed: an object made by spread has a hidden class of its own, and took twenty times as long to
 * make.
 */
const recordOf = (
  record: EncryptedRecord,
  {
    position,
    clear,
    keys,
    personalKey,
    reach,
    personal,
    from,
    place,
  }: Pick<OpenedRecord, 'position' | 'clear' | 'keys' | 'personalKey' | 'reach' | 'personal' | 'from' | 'place'>,
): OpenedRecord => {
  const { id, stream, revision, type, version, occurredAt, tenant, resource, actor } = record;
  const { correlationId, causationId, command } = record;
  return {
    id,
    stream,
    revision,
    position,
    type,
    version,
    occurredAt,
    tenant,
    resource,
    actor,
    correlationId,
    causationId,
    command,
    clear,
    sealed: record.personal,
    keys,
    personalKey,
    reach,
    personal,
    from,
    place,
    known: {},
  };
};

/** A member missing in the record is null, as if it was not known. */
const fromOf = (opened: unknown): From => {
  if (opened === null) return nowhere;
  const { ip = null, userAgent = null } = opened as Partial<From>;
  return { ip, userAgent };
};

const openRecord = (record: EncryptedRecord, stored: StoredRecord, ring: Keyring): OpenedRecord => {
  const { id, personal, origin, data: clear } = record;
  const keys = [...new Set(envelopesOf(record).map(keyNamedBy))];
  const [envelope] = Object.values(personal ?? {});
  return recordOf(record, {
    position: stored.position,
    clear,
    keys,
    personalKey: envelope ? keyNamedBy(envelope) : null,
    place: () => placeOf(stored),
    reach: () => ring.fetch(keys),
    personal: lazily(() => personal && openedClasses(ring, id, personal)),
    from: lazily(() => fromOf(origin && openedWith(ring, id, 'origin', origin))),
  });
};

/** A record without its personal data, for readers that need none. Using a damaged one throws. */
export const unopened = (stored: StoredRecord): OpenedRecord => {
  const record = readable(stored);
  if (record instanceof Damaged) return unreadable(stored, record);
  const never = () => {
    throw new Error(`the event ${record.id} was not opened`);
  };
  return recordOf(record, {
    position: stored.position,
    clear: record.data,
    keys: [],
    personalKey: null,
    reach: isHere,
    place: () => placeOf(stored),
    personal: never,
    from: never,
  });
};

/** A record that was just encoded, in the form a reader gets it: nothing needs to be decrypted. */
export const asOpened = (
  record: EncodedRecord,
  position: bigint,
  [clear, personal]: readonly [clear: unknown, personal: Marked],
  { ip, userAgent }: From,
): OpenedRecord =>
  recordOf(parseRecord(record), {
    position,
    clear,
    keys: [],
    personalKey: null,
    reach: isHere,
    place: () => placeOf({ ...record, position, stream: '', revision: 0 }),
    personal: () => (personal.length > 0 ? personal : null),
    from: () => ({ ip, userAgent }),
  });
