import { canonical, ordered } from '../model/canonical';
import { Damaged } from '../model/damage';
import { sealMember, type DataKey, type Envelope } from '../keys/envelope';
import type { CommandMark, Origin, Recorded, Resource, Tenant } from '../model/event';
import { eventIdOf } from './ids';
import { leafHash } from './merkle';
import { APPEND_LIMITS, type EncodedRecord, type StoredRecord } from '../ports';
import { mustBeKnown, RECORD_FORMAT } from './record-format';
import { splitByClass, type Marked, type Mask, type PersonalClass } from '../model/shape';

export type RecordParts = {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly version: number;
  readonly occurredAt: string;
  readonly resource: Resource;
  readonly tenant: Tenant;
  readonly origin: Origin;
  readonly command: CommandMark;
  readonly data: unknown;
  readonly mask: Mask;
};

/** The keys of one record; null where the data belongs to nobody. */
export type RecordKeys = { readonly owner: DataKey | null; readonly actor: DataKey | null };

export type PersonalEnvelopes = Readonly<Partial<Record<PersonalClass, Envelope>>>;

/** The unencrypted part of a record: enough to follow the log and for proofs. */
export type EncryptedRecord = Omit<Recorded, 'ip' | 'userAgent' | 'position' | 'sealedWith' | 'sealed'> & {
  readonly v: number;
  readonly version: number;
  /** One envelope for each class of personal members in the record. */
  readonly personal: PersonalEnvelopes | null;
  readonly origin: Envelope | null;
};

/** All envelopes of a record. */
export const envelopesOf = ({
  personal,
  origin,
}: Pick<EncryptedRecord, 'personal' | 'origin'>): readonly Envelope[] => [
  ...Object.values(personal ?? {}),
  ...(origin ? [origin] : []),
];

/** Caches the parsed record on the stored one: several followers in one process then parse it once. */
const SAYS = Symbol('what it says');
type Read = { [SAYS]?: EncryptedRecord };

/** @throws Damaged */
export const parseRecord = (record: Pick<StoredRecord, 'text' | 'damage'> & Read): EncryptedRecord => {
  if (record.damage) throw new Damaged(record.damage.what);
  return (record[SAYS] ??= parsedText(record.text));
};

const parsedText = (text: string): EncryptedRecord => {
  const record = jsonIn(text) as EncryptedRecord;
  mustBeKnown(record);
  return record;
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Damaged(`a record cannot be read: ${(error as Error).message}`);
  }
};

/** A parsed record, or its damage. */
export const readable = (record: Pick<StoredRecord, 'text' | 'damage'>): EncryptedRecord | Damaged => {
  try {
    return parseRecord(record);
  } catch (error) {
    return error as Damaged;
  }
};

/** The record's leaf in the tree over all records; for a damaged one the leaf of what was written, where known. */
export const leafOf = ({ text, damage }: Pick<StoredRecord, 'text' | 'damage'>): Buffer =>
  damage?.leaf === undefined ? leafHash(text) : Buffer.from(damage.leaf, 'base64');

/** The type of a damaged record: it may have been anything, so it stops whoever waits for any type. */
export const UNKNOWN_TYPE = '';

/** The type of a record, even of a damaged one where known. */
export const typeOf = (stored: StoredRecord): string => {
  try {
    return stored.damage?.type ?? parseRecord(stored).type;
  } catch {
    return UNKNOWN_TYPE;
  }
};

/** Gives a stored record the parse of the record that was encoded here, so that it need not be parsed. */
export const knowParsed = (stored: StoredRecord & Read, encoded: EncodedRecord & Read): void => {
  if (encoded[SAYS]) stored[SAYS] = encoded[SAYS];
};

/**
 * A record's canonical text, which is hashed and stored unchanged for ever. Personal members of the data are encrypted
 * with the owner's key, address and agent with the actor's.
 * @throws when a key for personal data is missing: nothing is ever stored without its personal data
 */
export const encodeRecord = (parts: RecordParts, keys: RecordKeys): EncodedRecord => {
  const { stream, revision, type, version, occurredAt, resource, tenant, command } = parts;
  const { actor, correlationId, causationId, ip, userAgent } = parts.origin;
  const id = eventIdOf(command.id, stream, revision);
  const [clear, marked] = splitByClass(parts.data, parts.mask);
  const isKnown = ip !== null || userAgent !== null;
  // every member is listed, in the order of the text: an object made by spread has a hidden class of its own
  const record: EncryptedRecord = {
    actor: { id: actor.id, kind: actor.kind, role: actor.role, sessionId: actor.sessionId },
    causationId,
    command: { body: command.body, id: command.id, key: command.key },
    correlationId,
    data: ordered(clear),
    id,
    occurredAt,
    origin: isKnown && keys.actor ? sealMember(keys.actor, id, 'origin', { ip, userAgent }) : null,
    personal: marked.length > 0 ? sealed(keys.owner, id, marked) : null,
    resource: { id: resource.id, type: resource.type },
    revision,
    stream,
    tenant: { clientId: tenant.clientId, firmId: tenant.firmId },
    type,
    v: RECORD_FORMAT,
    version,
  };
  return { id, type, text: canonical(record), [SAYS]: record } as EncodedRecord;
};

/** The envelopes in canonical order, which differs from the order of opening. */
const sealed = (key: DataKey | null, id: string, marked: Marked): PersonalEnvelopes => {
  if (key === null) throw new Error(`there is no key for the personal members of event ${id}`);
  return ordered(
    Object.fromEntries(marked.map(([of, value]) => [of, sealMember(key, id, of, value)])),
  ) as PersonalEnvelopes;
};

/** @throws when it exceeds the limits of one append: a defect of the decider */
export const mustFit = (stream: string, records: readonly EncodedRecord[]): void => {
  const bytes = records.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (records.length <= APPEND_LIMITS.records && bytes <= APPEND_LIMITS.bytes) return;
  throw new Error(`${stream}: ${records.length} events of ${bytes} bytes are more than one append may hold`);
};
