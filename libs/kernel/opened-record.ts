import { Damaged } from './damage';
import { keyNamedBy, openMember, type Envelope } from './envelope';
import type { EventRegistry, Origin, Position, Recorded } from './event';
import type { Keyring } from './keyring';
import type { EncodedRecord, StoredRecord } from './ports';
import { parseRecord, readable, typeOf, type EncryptedRecord } from './record';
import { blankByMask, joinMarked, type Shape } from './shape';

/** The personal data of this record cannot be opened, though its key was not destroyed. */
export class Unreadable extends Damaged {}

const openedWith = (keys: Keyring, id: string, member: 'personal' | 'origin', envelope: Envelope): unknown => {
  const { owner, generation } = keyNamedBy(envelope);
  const key = keys.key(owner, generation);
  if (key === 'destroyed') return null;
  if (key === 'missing')
    throw new Unreadable(`${member} of event ${id}: the key of ${owner} is missing from the vault`);
  try {
    return openMember(key, id, member, envelope);
  } catch (error) {
    throw new Unreadable(`${member} of event ${id} cannot be opened: ${(error as Error).message}`);
  }
};

/** A record whose personal fields are decrypted when they are looked at; its data is still as old as the record. */
export type OpenedRecord = Omit<Recorded, 'data' | 'ip' | 'userAgent'> & {
  readonly version: number;
  /** What of the data is not personal. */
  readonly clear: unknown;
  /** The personal fields by themselves; null when there are none, or their key was destroyed. @throws Unreadable */
  readonly personal: () => unknown;
  /** Address and agent. @throws Unreadable */
  readonly from: () => From;
  /** Whose keys open it. */
  readonly owners: readonly string[];
  /** In its newest version, once for all who project it: with its personal data, and without. */
  readonly known: { whole?: Recorded; blanked?: Recorded };
};

type From = Pick<Origin, 'ip' | 'userAgent'>;
const nowhere: From = { ip: null, userAgent: null };

/** Works something out when it is asked for the first time. */
const lazily = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | null = null;
  return () => (done ??= { value: work() }).value;
};

/** What is left of a record that cannot be read: it stops whatever wants to know what it says. */
const unreadable = (stored: StoredRecord, damage: Error): OpenedRecord => {
  const { stream, revision, position } = stored;
  const named = { id: stored.damage?.id ?? `${stream} ${revision}`, type: typeOf(stored) };
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
    owners: [],
    known: {},
  };
  return {
    ...(blank as unknown as OpenedRecord),
    get clear(): unknown {
      return never();
    },
  };
};

/** Brings the keys of these records within reach and hands them out to be opened. @throws Unavailable */
export const openRecords = async (stored: readonly StoredRecord[], keys: Keyring): Promise<OpenedRecord[]> => {
  const owners = new Set<string>();
  const opened = stored.map((each) => {
    try {
      const record = openRecord(parseRecord(each), each.position, keys);
      for (const owner of record.owners) owners.add(owner);
      return record;
    } catch (error) {
      return unreadable(each, error as Error);
    }
  });
  await keys.fetch(owners);
  return opened;
};

const openRecord = (record: EncryptedRecord, position: Position, keys: Keyring): OpenedRecord => {
  const { personal, origin, data: clear, ...rest } = record;
  return {
    ...rest,
    clear,
    position,
    owners: [personal, origin].flatMap((envelope) => (envelope ? [keyNamedBy(envelope).owner] : [])),
    known: {},
    personal: lazily(() => personal && openedWith(keys, rest.id, 'personal', personal)),
    from: lazily(() => (origin && (openedWith(keys, rest.id, 'origin', origin) as From | null)) ?? nowhere),
  };
};

/** A record that nobody opens: for those who need no personal data. One that is damaged stops whoever reads it. */
export const unopened = (stored: StoredRecord): OpenedRecord => {
  const record = readable(stored);
  if (record instanceof Damaged) return unreadable(stored, record);
  const { personal: _, origin: __, data: clear, ...rest } = record;
  const never = () => {
    throw new Error(`the event ${rest.id} was not opened`);
  };
  return { ...rest, clear, position: stored.position, owners: [], known: {}, personal: never, from: never };
};

/** What was encoded a moment ago, as a reader would open it: nothing has to be decrypted to see what one has just written. */
export const asOpened = (
  record: EncodedRecord,
  position: bigint,
  [clear, personal]: readonly [clear: unknown, personal: unknown],
  { ip, userAgent }: From,
): OpenedRecord => {
  const { personal: _, origin: __, data: ___, ...rest } = parseRecord(record);
  const opened = { personal: () => personal ?? null, from: () => ({ ip, userAgent }) };
  return { ...rest, position, clear, owners: [], known: {}, ...opened };
};

const recordedWith = (
  { clear: _, personal: __, owners: ___, known: ____, from, ...rest }: OpenedRecord,
  data: unknown,
): Recorded => ({
  ...rest,
  data,
  get ip() {
    return from().ip;
  },
  get userAgent() {
    return from().userAgent;
  },
});

const shapeOf = (registry: EventRegistry, type: string): Shape<unknown> => {
  const shape = registry.get(type);
  if (!shape) throw new Error(`no event is called ${type}`);
  return shape;
};

/** A record with its data lifted to the newest version of its event. @throws when it cannot be opened or read. */
export const upcast = (record: OpenedRecord, registry: EventRegistry): Recorded => {
  void record.clear;
  return upcastTo(record, shapeOf(registry, record.type));
};

/** The same, by whoever knows the shape of the event. */
export const upcastTo = (record: OpenedRecord, shape: Shape<unknown>): Recorded => {
  const { version, clear, known } = record;
  if (known.whole) return known.whole;
  const marked = record.personal();
  const data = marked === null ? blankByMask(clear, shape.maskOf(version)) : joinMarked(clear, marked);
  return (known.whole = recordedWith(record, shape.read(data, version)));
};

/** The same without its personal data, whether that can be opened or not. @throws when the rest cannot be read. */
export const blanked = (record: OpenedRecord, registry: EventRegistry): Recorded => {
  const { version, clear, known } = record;
  if (known.blanked) return known.blanked;
  const shape = shapeOf(registry, record.type);
  const data = shape.read(blankByMask(clear, shape.maskOf(version)), version);
  return (known.blanked = recordedWith({ ...record, from: () => nowhere }, data));
};

/**
 * In the newest version, without what of its personal data cannot be opened: `onUnreadable` is told why. Address and agent
 * are opened by whoever looks at them.
 */
export const upcastAsReadable = (
  record: OpenedRecord,
  registry: EventRegistry,
  onUnreadable: (why: Unreadable) => void = () => {},
): Recorded => {
  const orElse = <T>(read: () => T, instead: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      onUnreadable(error);
      return instead();
    }
  };
  const { data } = orElse(
    () => upcast(record, registry),
    () => blanked(record, registry),
  );
  return recordedWith({ ...record, from: lazily(() => orElse(record.from, () => nowhere)) }, data);
};
