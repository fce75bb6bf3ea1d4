import { canonical } from './canonical';
import { decrypt, encrypt, isEnvelope, type DataKey, type Envelope } from './envelope';
import type { CommandMark, Library, Mask, Origin, Recorded, Resource } from './event';
import type { Keyring } from './keyring';
import type { SealedRecord, StoredRecord } from './ports';

export const RECORD_FORMAT = 1;

export type RecordParts = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly version: number;
  readonly occurredAt: string;
  readonly resource: Resource;
  readonly origin: Origin;
  readonly command: CommandMark;
  readonly data: unknown;
  readonly mask: Mask;
};

const sealed = (value: unknown, mask: Mask, key: DataKey | null, eventId: string, path: string): unknown => {
  if (mask === null || value === null || value === undefined) return value;
  if (mask === 'here') return key && encrypt(key, `${eventId}|${path}`, value);
  if ('items' in mask)
    return (value as unknown[]).map((item, at) => sealed(item, mask.items, key, eventId, `${path}.${at}`));
  const members: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(mask.names))
    members[name] = sealed(members[name], inner, key, eventId, `${path}.${name}`);
  return members;
};

/**
 * A record's canonical text: what is hashed and stored, as it is, for ever. Personal fields of the data are encrypted
 * with the owner's key, address and agent with the actor's; without a key they are left empty.
 */
export const seal = (parts: RecordParts, ownerKey: DataKey | null, actorKey: DataKey | null): SealedRecord => {
  const { id, origin, mask, data, command, ...rest } = parts;
  const text = canonical({
    v: RECORD_FORMAT,
    id,
    ...rest,
    resource: parts.resource,
    tenant: origin.tenant,
    actor: origin.actor,
    correlationId: origin.correlationId,
    causationId: origin.causationId,
    command,
    ip: sealed(origin.ip, 'here', actorKey, id, 'ip') ?? null,
    userAgent: sealed(origin.userAgent, 'here', actorKey, id, 'userAgent') ?? null,
    data: sealed(data, mask, ownerKey, id, 'data'),
  });
  return { id, type: parts.type, text };
};

/** What a record says without any key: for following the log and for proofs. */
export type RecordFace = Omit<Recorded, 'ip' | 'userAgent' | 'position'> & {
  readonly v: number;
  readonly version: number;
  readonly ip: Envelope | null;
  readonly userAgent: Envelope | null;
};

/** Several follow the log in one process: each record is read once for all of them. */
const faces = new WeakMap<object, RecordFace>();

export const faceOf = (record: { readonly text: string }): RecordFace => {
  const known = faces.get(record);
  if (known) return known;
  const face = JSON.parse(record.text) as RecordFace;
  faces.set(record, face);
  return face;
};

const keysIn = (value: unknown, into: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return;
  if (isEnvelope(value)) into.add(value.k);
  else for (const inner of Object.values(value)) keysIn(inner, into);
};

const opened = (value: unknown, keys: Keyring, eventId: string, path: string): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (isEnvelope(value)) {
    const secret = keys.secret(value.k);
    return secret && decrypt(secret, `${eventId}|${path}`, value);
  }
  if (Array.isArray(value)) return value.map((item, at) => opened(item, keys, eventId, `${path}.${at}`));
  const members: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) members[name] = opened(inner, keys, eventId, `${path}.${name}`);
  return members;
};

/** A record whose personal fields have been decrypted; its data is still as old as the record. */
export type OpenedRecord = Recorded & { readonly version: number };

/** Decrypts stored records. Address and agent are decrypted only when they are looked at. */
export const openRecords = async (stored: readonly StoredRecord[], keys: Keyring): Promise<OpenedRecord[]> => {
  const faces = stored.map(faceOf);
  const needed = new Set<string>();
  for (const face of faces) {
    keysIn(face.data, needed);
    if (face.ip) needed.add(face.ip.k);
    if (face.userAgent) needed.add(face.userAgent.k);
  }
  await keys.fetch(needed);
  return faces.map((face, at) => ({
    ...face,
    position: stored[at]!.position,
    data: opened(face.data, keys, face.id, 'data'),
    get ip() {
      return opened(face.ip, keys, face.id, 'ip') as string | null;
    },
    get userAgent() {
      return opened(face.userAgent, keys, face.id, 'userAgent') as string | null;
    },
  }));
};

const digested = new WeakSet<OpenedRecord>();

/** Lifts an opened record's data to the newest version of its event, once. @throws when the event cannot be digested. */
export const digest = (record: OpenedRecord, library: Library): Recorded => {
  if (digested.has(record)) return record;
  const shape = library.get(record.type);
  if (!shape) throw new Error(`no event is called ${record.type}`);
  (record as { data: unknown }).data = shape.read(record.data, record.version);
  digested.add(record);
  return record;
};
