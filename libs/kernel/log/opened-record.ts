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
  /** @param why the same for all that cannot be opened for it */
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

/** Each class by itself; null when the key of all was destroyed, which is one for all. */
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

/** A record whose personal fields are decrypted when they are looked at; its data is still as old as the record. */
export type OpenedRecord = Omit<Recorded, 'data' | 'ip' | 'userAgent' | 'sealedWith' | 'sealed'> & {
  readonly version: number;
  /** What of the data is not personal. */
  readonly clear: unknown;
  /** The personal members by their class; null when there are none, or their key was destroyed. @throws Unreadable */
  readonly personal: () => Marked | null;
  /** Address and agent. @throws Unreadable */
  readonly from: () => From;
  /** Its personal members as they stand in it. */
  readonly sealed: PersonalEnvelopes | null;
  /** The keys that open it, and that of its personal members alone; null: it has none. */
  readonly keys: readonly string[];
  readonly personalKey: string | null;
  /** Brings its keys within reach again, once others had their turn. @returns nothing to wait for when they are. @throws Unavailable */
  readonly reach: () => Promise<void> | undefined;
  /** Where it stands in the log. */
  readonly place: () => Place;
  /** In its newest version, once for all who project it: with its personal data, and without. */
  readonly known: { whole?: Recorded; blanked?: Recorded };
};

export type From = Pick<Origin, 'ip' | 'userAgent'>;
export const nowhere: From = { ip: null, userAgent: null };

/** Works something out when it is asked for the first time. */
export const lazily = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | null = null;
  return () => (done ??= { value: work() }).value;
};

const isHere = () => undefined;

/** What it says that it is called, as far as it can be read: only for naming it. */
const idIn = ({ text }: StoredRecord): string | null =>
  /"id":"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})","occurredAt":/.exec(text)?.[1] ?? null;

/** What is left of a record that cannot be read: it stops whatever wants to know what it says. */
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

/** The key whose destruction a record tells; of a damaged one nothing is known. */
export const destructionIn = (record: OpenedRecord): NamedKey | null =>
  record.type === DESTROYING && record.command ? destroyedBy({ type: record.type, data: record.clear }) : null;

/** Brings the keys of these records within reach and hands them out to be opened. @throws Unavailable */
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
 * Every member is named: an object that others are spread into has a hidden class of its own, and took twenty times as
 * long to make as all of this.
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

/** A member that a record was written without is null, as one that is not known. */
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

/** A record that nobody opens: for those who need no personal data. One that is damaged stops whoever reads it. */
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

/** What was encoded a moment ago, as a reader would open it: nothing has to be decrypted to see what one has just written. */
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
