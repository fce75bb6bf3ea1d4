import { once, resumed } from '../commands/command-context';
import { Damaged } from '../model/damage';
import { destroyedBy } from '../model/destruction';
import { newId } from './ids';
import { INSTALLATION_STREAM, InstallationEvents, type InstallationEvent } from '../model/installation.events';
import { Conflict, type EncodedRecord, type EventStore } from '../ports';
import { encodeRecord, readable, type EncryptedRecord } from './record';

/** `commandId`: of what was done once, however often it is said. */
export type Saying = InstallationEvent & { readonly commandId?: string };

/** A record of the installation itself, by nobody and of nobody. */
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

/** What the log says of the installation itself; what cannot be read of it is passed over, since it is named elsewhere. */
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

/** The names of the keys that were destroyed, as this history tells. */
export const destroyedIn = ({ records }: Pick<InstallationHistory, 'records'>): readonly string[] =>
  records.flatMap((record) => destroyedBy(record)?.name ?? []);

const ATTEMPTS = 5;

/**
 * Appends what `decide` wants to be said after this history, never with an earlier time than what is there, also by a clock
 * that is behind. It is asked again when another process was faster: what that one said may be the same.
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
