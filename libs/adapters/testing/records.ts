import {
  canonical,
  eventIdOf,
  newId,
  RECORD_FORMAT,
  type EncodedRecord,
  type EventStore,
  type Position,
  type StoredRecord,
} from '@dosar/kernel/runtime';

export const aStream = (): string => `suite-${newId()}`;

/** A record like the kernel's, as far as an adapter can see: its id follows from its command and its place. */
export const aRecord = (stream: string, revision: number, note = '', commandId = newId()): EncodedRecord => {
  const id = eventIdOf(commandId, stream, revision);
  const record = {
    v: RECORD_FORMAT,
    id,
    stream,
    revision,
    type: 'Noted',
    version: 1,
    occurredAt: '2026-01-01T12:00:00.000Z',
    resource: { type: 'suite', id: stream },
    tenant: { firmId: null, clientId: null },
    actor: { kind: 'system', id: 'suite', role: null, sessionId: null },
    correlationId: commandId,
    causationId: null,
    command: { id: commandId, key: null, body: null },
    data: { note },
    personal: null,
    origin: null,
  };
  return { id, type: 'Noted', text: canonical(record) };
};

export const someRecords = (stream: string, count: number, from = 0): EncodedRecord[] =>
  Array.from({ length: count }, (_, at) => aRecord(stream, from + at));

export const all = async (batches: AsyncIterable<readonly StoredRecord[]>): Promise<StoredRecord[]> => {
  const found: StoredRecord[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
};

/** The next `count` records after a position, including those still to come. */
export const take = async (
  store: Pick<EventStore, 'follow'>,
  after: Position | null,
  count: number,
): Promise<StoredRecord[]> => {
  const stop = new AbortController();
  const found: StoredRecord[] = [];
  for await (const batch of store.follow(after, stop.signal)) {
    found.push(...batch);
    if (found.length >= count) break;
  }
  stop.abort();
  return found.slice(0, count);
};

export const textsOf = (records: readonly { readonly text: string }[]): string[] => records.map(({ text }) => text);
