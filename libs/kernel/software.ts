import { canonical } from './canonical';
import { CannotStart } from './damage';
import { sayOfInstallation, type InstallationHistory } from './installation-stream';
import type { InstallationEvent } from './installation.events';
import type { DataOf } from './message';
import type { EventStore } from './ports';

/** Rises with each change of formats, events, rights or the data folder: a lower one may not write what a higher one reads. */
export const LEVEL = 1;

export type Software = DataOf<InstallationEvent, 'SoftwareStarted'>;

/** What decides what somebody may do on a day, beside the events. */
const rulesOf = ({ level, policy, features, timeZone }: Software) => canonical({ level, policy, features, timeZone });

const newestIn = ({ records }: InstallationHistory): Software | null =>
  (records.findLast(({ type }) => type === 'SoftwareStarted')?.data as Software | undefined) ?? null;

/**
 * Says in the log which software decides from now on, when its level, policy, features or zone are others than those that were
 * said last. @throws CannotStart when a newer one has written already; Unavailable
 */
export const noteSoftware = (
  events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>,
  software: Software,
  now: Date = new Date(),
): Promise<void> =>
  sayOfInstallation(
    events,
    (history) => {
      const newest = newestIn(history);
      if (newest && newest.level > software.level)
        throw new CannotStart(
          `this log was written by a newer Dosar (${newest.version}, level ${newest.level}) than this one (${software.version}, level ${software.level}): start the newer one`,
        );
      if (newest && rulesOf(newest) === rulesOf(software)) return null;
      return { type: 'SoftwareStarted', data: software };
    },
    now,
  );
