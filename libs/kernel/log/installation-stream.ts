import { once, resumed } from '../commands/command-context';
import { Damaged } from '../model/damage';
import { destroyedBy } from '../model/destruction';
import { newId } from './ids';
import { INSTALLATION_STREAM, InstallationEvents, type InstallationEvent } from '../model/installation.events';
import { Conflict, type EncodedRecord, type EventStore } from '../ports';
import { encodeRecord, readable, type EncryptedRecord } from './record';

/** `commandId`: for an event that must be stored once, however often it is requested. */
export type Saying = InstallationEvent & { readonly commandId?: string };

/** A record about the installation itself, without actor or owner. */
export const recordOf = (
  { commandId, ...event }: Saying,
  revision: number,
  installationId: string,
  occurredAt: string,
): EncodedRecord => {
  const { version, mask } = InstallationEvents.shapes[event.type];
  const { command } = commandId === undefined ? once() : resumed({ id: commandId, key: null, body: null });
  return encodeRecord(
    {
      stream: INSTALLATION_STREAM,
      revision,
      type: event.type,
      version,
      mask,
      data: event.data,
      occurredAt,
      resource: { type: 'installation', id: installationId },
      tenant: { firmId: null, clientId: null },
      command,
      origin: {
        actor: { kind: 'system', id: 'operator', role: null, sessionId: null },
        correlationId: newId(),
        causationId: null,
        ip: null,
        userAgent: null,
      },
    },
    { owner: null, actor: null },
  );
};

/** The log's records about the installation itself; unreadable ones are skipped here and reported elsewhere. */
export type InstallationHistory = {
  readonly installationId: string;
  readonly revision: number;
  readonly records: readonly EncryptedRecord[];
};

export const readInstallation = async (events: Pick<EventStore, 'read'>): Promise<InstallationHistory> => {
  let revision = -1;
  const records: EncryptedRecord[] = [];
  try {
    for await (const batch of events.read(INSTALLATION_STREAM))
      for (const stored of batch) {
        revision = stored.revision;
        const record = readable(stored);
        if (!(record instanceof Damaged)) records.push(record);
      }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
  }
  return { revision, records, installationId: records[0]?.resource.id ?? '' };
};

/** The names of the keys destroyed according to this history. */
export const destroyedIn = ({ records }: Pick<InstallationHistory, 'records'>): readonly string[] =>
  records.flatMap((record) => destroyedBy(record)?.name ?? []);

const ATTEMPTS = 5;

/**
 * Appends the event that `decide` returns for this history, never with an earlier time than the newest record's.
 * `decide` is called again when another process appended first, since that event may be the same.
 * @throws what `decide` throws; Unavailable
 */
export const sayOfInstallation = async (
  events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>,
  decide: (history: InstallationHistory) => Saying | null,
  now: Date,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const history = await readInstallation(events);
    const said = decide(history);
    if (said === null) return;
    const [last] = await events.at([(await events.head())!]);
    const newest = last ? readable(last) : null;
    const then = newest === null || newest instanceof Damaged ? '' : newest.occurredAt;
    const at = now.toISOString() > then ? now.toISOString() : then;
    const { revision, installationId } = history;
    const record = recordOf(said, revision + 1, installationId, at);
    try {
      await events.append(INSTALLATION_STREAM, revision, [record]);
      return;
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
    }
  }
};
