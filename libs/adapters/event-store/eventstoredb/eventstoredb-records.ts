import type { ResolvedEvent } from '@eventstore/db-client';
import { Damaged, eventIdOf, leafHash, parseRecord, type StoredRecord } from '@dosar/kernel/runtime';
import { isUnder } from './eventstoredb-address';

/** Called with what an event store finds out about its records, in sentences for the operator. */
export type Findings = {
  /** A stored record is not what was written. */
  readonly onDamage?: (what: string) => void;
  /** Something else that an operator should know. */
  readonly onFinding?: (what: string) => void;
};

export type ServerEvent = NonNullable<ResolvedEvent['event']>;
type Metadata = { readonly $correlationId?: unknown; readonly leaf?: unknown };

/** The beginning of each of our texts: members are in canonical order. */
const BEGINNING = Buffer.from('{"actor":{');

/** Reports again when there are ten times as many. */
const STEP = 10;

const placeOf = ({ streamId, revision, type, position }: ServerEvent) =>
  `${streamId}, revision ${revision} (${type}), position ${position?.commit}`;

/** Names the first damaged record and counts the others; reports again when there are ten times as many. */
const damagedRecords = (onDamage: (what: string) => void) => {
  const all = new Map<bigint, string>();
  const note = (position: bigint, what: string): void => {
    if (all.has(position)) return;
    all.set(position, what);
    if (all.size === 1) onDamage(what);
    else if (/^10*$/.test(String(all.size)))
      onDamage(`${all.size} records are damaged; the first: ${[...all.values()][0]}`);
  };
  return {
    note,
    gone: (what: string): Damaged => {
      if (![...all.values()].includes(what)) note(BigInt(-1 - all.size), what);
      return new Damaged(what);
    },
    /** A damaged record; null while none is known. */
    first: (): string | null => all.values().next().value ?? null,
    /** After a read of the whole log: only these are damaged, and others are not any more. */
    keepOnly: (positions: ReadonlySet<bigint>): void => {
      for (const position of [...all.keys()]) if (!positions.has(position)) all.delete(position);
    },
  };
};

/** Recognises our records among the events of the server. Others are counted and reported. */
export const recordsFrom = (prefix: string, { onDamage = () => {}, onFinding = () => {} }: Findings) => {
  let foreign = 0;
  let furthest = -1n;
  let told = 0;
  let first = '';
  const damaged = damagedRecords(onDamage);

  /** There are several followers, but an event is counted once. */
  const count = (event: ServerEvent) => {
    const position = event.position!.commit;
    if (position <= furthest) return;
    furthest = position;
    if (foreign === 0) first = placeOf(event);
    foreign += 1;
    if (foreign < told * STEP) return;
    told = foreign;
    const what = foreign === 1 ? 'an event that is not Dosar’s was' : `${foreign} events that are not Dosar’s were`;
    onFinding(`${what} passed over in the log; the first: ${first}`);
  };

  const damage = (event: ServerEvent, why: string): StoredRecord['damage'] => {
    const leaf = leafIn(event);
    const what = `the record ${event.id} at ${placeOf(event)} is damaged: ${why}`;
    damaged.note(event.position!.commit, what);
    return { id: event.id, type: event.type, what, ...(leaf === null ? {} : { leaf }) };
  };

  const recordOf = (event: ServerEvent): StoredRecord | null => {
    if (!isUnder(prefix, event.streamId) || !isOurs(event)) return null;
    const record = {
      position: event.position!.commit,
      stream: event.streamId.slice(prefix.length),
      revision: Number(event.revision),
      text: Buffer.from(event.data as Uint8Array).toString(),
    };
    const fault = faultOf(event, record);
    return fault === null ? record : { ...record, damage: damage(event, fault) };
  };

  return {
    recordOf,
    /** Some records of a stream are missing. */
    gone: damaged.gone,
    firstDamage: damaged.first,
    keepDamaged: damaged.keepOnly,
    recordsOf(events: readonly ResolvedEvent[]): StoredRecord[] {
      const records: StoredRecord[] = [];
      for (const { event } of events) {
        if (!event || event.type.startsWith('$')) continue;
        const record = recordOf(event);
        if (record) records.push(record);
        else if (event.streamId.startsWith(prefix)) count(event);
      }
      return records;
    },
  };
};

export type RecordsFrom = ReturnType<typeof recordsFrom>;

/** The hash of the written text, from the record's metadata. */
const leafIn = ({ metadata }: Pick<ServerEvent, 'metadata'>): string | null => {
  const { leaf } = (metadata ?? {}) as Metadata;
  return typeof leaf === 'string' ? leaf : null;
};

/** Recognised by its metadata or by its beginning: damage may have hit one of them. */
const isOurs = ({ isJson, data, metadata }: ServerEvent): boolean => {
  if (isJson) return false;
  const { $correlationId } = (metadata ?? {}) as Metadata;
  if (leafIn({ metadata }) !== null && typeof $correlationId === 'string') return true;
  return Buffer.from(data).subarray(0, BEGINNING.length).equals(BEGINNING);
};

/** What is wrong with a record of ours; null when nothing is. */
const faultOf = ({ id, metadata }: ServerEvent, record: StoredRecord): string | null => {
  if (leafHash(record.text).toString('base64') !== leafIn({ metadata })) return 'its text is not what was written';
  try {
    const face = parseRecord(record);
    const isInPlace = face.id === id && face.stream === record.stream && face.revision === record.revision;
    if (!isInPlace) return 'it stands in another place';
    const isItsId = face.id === eventIdOf(face.command.id, record.stream, record.revision);
    return isItsId ? null : 'its id does not follow from its command and its place';
  } catch (error) {
    return (error as Error).message;
  }
};
