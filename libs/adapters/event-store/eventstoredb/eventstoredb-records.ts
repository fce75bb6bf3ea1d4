import type { ResolvedEvent } from '@eventstore/db-client';
import { Damaged, eventIdOf, leafHash, parseRecord, type StoredRecord } from '@dosar/kernel/runtime';
import { isUnder } from './eventstoredb-address';

/** Told what an event store finds out about what it keeps, in sentences for the operator. */
export type Findings = {
  /** A stored record is not what was written. */
  readonly onDamage?: (what: string) => void;
  /** Something else that an operator should know of. */
  readonly onFinding?: (what: string) => void;
};

export type ServerEvent = NonNullable<ResolvedEvent['event']>;
type Metadata = { readonly $correlationId?: unknown; readonly leaf?: unknown };

/** How each text of ours begins: its members are in order. */
const BEGINNING = Buffer.from('{"actor":{');

/** Told each time there are ten times as many. */
const STEP = 10;

const placeOf = ({ streamId, revision, type, position }: ServerEvent) =>
  `${streamId}, revision ${revision} (${type}), position ${position?.commit}`;

/** The first is named, and the others are counted: told again when there are ten times as many. */
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
    /** One that is not what was written; null while none is known. */
    first: (): string | null => all.values().next().value ?? null,
    /** The whole log was read, and these alone are: the others are again what was written. */
    keepOnly: (positions: ReadonlySet<bigint>): void => {
      for (const position of [...all.keys()]) if (!positions.has(position)) all.delete(position);
    },
  };
};

/** What is ours among the events of the server, as the records that they are. What is not is counted, and named. */
export const recordsFrom = (prefix: string, { onDamage = () => {}, onFinding = () => {} }: Findings) => {
  let foreign = 0;
  let furthest = -1n;
  let told = 0;
  let first = '';
  const damaged = damagedRecords(onDamage);

  /** Several follow the log: an event is counted once. */
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
    /** Some are missing in a stream. */
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

/** The hash of what was written, as it stands beside the record. */
const leafIn = ({ metadata }: Pick<ServerEvent, 'metadata'>): string | null => {
  const { leaf } = (metadata ?? {}) as Metadata;
  return typeof leaf === 'string' ? leaf : null;
};

/** By what stands beside it, or by how it begins: one of them alone may be damaged. */
const isOurs = ({ isJson, data, metadata }: ServerEvent): boolean => {
  if (isJson) return false;
  const { $correlationId } = (metadata ?? {}) as Metadata;
  if (leafIn({ metadata }) !== null && typeof $correlationId === 'string') return true;
  return Buffer.from(data).subarray(0, BEGINNING.length).equals(BEGINNING);
};

/** What is wrong with a record that is ours; null when nothing is. */
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
