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

/**
 * Every member is named: an object that others are spread into has a hidden class of its own, and took twenty times as
 * long to make as all of this.
 */
const recordOf = (
  record: EncryptedRecord,
  {
    position,
    clear,
    owners,
    personal,
    from,
  }: Pick<OpenedRecord, 'position' | 'clear' | 'owners' | 'personal' | 'from'>,
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
    owners,
    personal,
    from,
    known: {},
  };
};

const openRecord = (record: EncryptedRecord, position: Position, keys: Keyring): OpenedRecord => {
  const { id, personal, origin, data: clear } = record;
  return recordOf(record, {
    position,
    clear,
    owners: [personal, origin].flatMap((envelope) => (envelope ? [keyNamedBy(envelope).owner] : [])),
    personal: lazily(() => personal && openedWith(keys, id, 'personal', personal)),
    from: lazily(() => (origin && (openedWith(keys, id, 'origin', origin) as From | null)) ?? nowhere),
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
    owners: [],
    personal: never,
    from: never,
  });
};

/** What was encoded a moment ago, as a reader would open it: nothing has to be decrypted to see what one has just written. */
export const asOpened = (
  record: EncodedRecord,
  position: bigint,
  [clear, personal]: readonly [clear: unknown, personal: unknown],
  { ip, userAgent }: From,
): OpenedRecord =>
  recordOf(parseRecord(record), {
    position,
    clear,
    owners: [],
    personal: () => personal ?? null,
    from: () => ({ ip, userAgent }),
  });

/** An event as it is handed on. A class, since an object with getters of its own takes four times as long to make. */
class Lifted implements Recorded {
  readonly type: string;
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly occurredAt: string;
  readonly tenant: Recorded['tenant'];
  readonly resource: Recorded['resource'];
  readonly actor: Recorded['actor'];
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly command: Recorded['command'];

  constructor(
    record: OpenedRecord,
    readonly data: unknown,
    private readonly from: () => From,
  ) {
    this.type = record.type;
    this.id = record.id;
    this.stream = record.stream;
    this.revision = record.revision;
    this.position = record.position;
    this.occurredAt = record.occurredAt;
    this.tenant = record.tenant;
    this.resource = record.resource;
    this.actor = record.actor;
    this.correlationId = record.correlationId;
    this.causationId = record.causationId;
    this.command = record.command;
  }

  get ip(): string | null {
    return this.from().ip;
  }

  get userAgent(): string | null {
    return this.from().userAgent;
  }
}

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
  return (known.whole = new Lifted(record, shape.read(data, version), record.from));
};

/** The same without its personal data, whether that can be opened or not. @throws when the rest cannot be read. */
export const blanked = (record: OpenedRecord, registry: EventRegistry): Recorded => {
  const { version, clear, known } = record;
  if (known.blanked) return known.blanked;
  const shape = shapeOf(registry, record.type);
  const data = shape.read(blankByMask(clear, shape.maskOf(version)), version);
  return (known.blanked = new Lifted(record, data, () => nowhere));
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
  const from = lazily(() => orElse(record.from, () => nowhere));
  return new Lifted(record, data, from);
};
