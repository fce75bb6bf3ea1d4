import { canonical } from './canonical';
import { CannotStart } from './damage';
import type { DataOf } from './message';
import { INSTALLATION_STREAM, type InstallationEvent } from './installation.events';
import { recordOf } from './open-log';
import { Conflict, type EventStore } from './ports';
import { parseRecord } from './record';

/** Rises with each change of formats, events, rights or the data folder: a lower one may not write what a higher one reads. */
export const LEVEL = 1;

export type Software = DataOf<InstallationEvent, 'SoftwareStarted'>;

/** What decides what somebody may do on a day, beside the events. */
const rulesOf = ({ level, policy, features, timeZone }: Software) => canonical({ level, policy, features, timeZone });

const ATTEMPTS = 5;

type Known = { readonly revision: number; readonly installationId: string; readonly newest: Software | null };

const readStream = async (events: Pick<EventStore, 'read'>): Promise<Known> => {
  let [revision, installationId, newest]: [number, string, Software | null] = [-1, '', null];
  for await (const batch of events.read(INSTALLATION_STREAM))
    for (const record of batch) {
      const { resource, type, data } = parseRecord(record);
      [revision, installationId] = [record.revision, resource.id];
      if (type === 'SoftwareStarted') newest = data as Software;
    }
  return { revision, installationId, newest };
};

/**
 * Says in the log which software decides from now on, when its level, policy, features or zone are others than those that were
 * said last. @throws CannotStart when a newer one has written already; Unavailable
 */
export const noteSoftware = async (
  events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>,
  software: Software,
  now: Date = new Date(),
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const { revision, installationId, newest } = await readStream(events);
    if (newest && newest.level > software.level)
      throw new CannotStart(
        `this log was written by a newer Dosar (${newest.version}, level ${newest.level}) than this one (${software.version}, level ${software.level}): start the newer one`,
      );
    if (newest && rulesOf(newest) === rulesOf(software)) return;
    const [last] = await events.at([(await events.head())!]);
    const then = last && !last.damage ? parseRecord(last).occurredAt : '';
    const at = now.toISOString() > then ? now.toISOString() : then;
    const record = recordOf({ type: 'SoftwareStarted', data: software }, revision + 1, installationId, at);
    try {
      await events.append(INSTALLATION_STREAM, revision, [record]);
      return;
    } catch (error) {
      // another process was faster: what it said may be the same
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
    }
  }
};
