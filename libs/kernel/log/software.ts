import { createHash } from 'node:crypto';
import { canonical } from '../model/canonical';
import { CannotStart, Damaged, isOutage } from '../model/damage';
import { readInstallation, sayOfInstallation, type InstallationHistory } from './installation-stream';
import { FORMAT_PAGE, FORMATS, INSTALLATION_STREAM, type InstallationEvent } from '../model/installation.events';
import { untilDone } from '../async/keep-going';
import type { DataOf } from '../model/message';
import type { EventStore, StoredRecord } from '../ports';
import { readable, typeOf } from './record';

/**
 * Raised with each change of formats, events, rights or the data folder: a release of a lower level may not write to a
 * log of a higher one.
 */
export const LEVEL = 1;

export type Software = DataOf<InstallationEvent, 'SoftwareStarted'>;

/** Identifies this software and its rules. `catalogue`: the schemas of all events, as text. */
export const softwareOf = ({ catalogue, features, ...parts }: Omit<Software, 'level'>): Software => ({
  ...parts,
  level: LEVEL,
  catalogue: createHash('sha256').update(catalogue).digest('hex'),
  features: [...features].sort(),
});

/** The rules that decide, together with the events, what somebody may do on a given day. */
const rulesOf = ({ level, policy, features, timeZone }: Software) => canonical({ level, policy, features, timeZone });

const ofType = 'SoftwareStarted';

const newestIn = ({ records }: InstallationHistory): Software | null =>
  (records.findLast(({ type }) => type === ofType)?.data as Software | undefined) ?? null;

const isHigher = (software: Pick<Software, 'level'>) => (other: Software) => other.level > software.level;

const highestIn = ({ records }: InstallationHistory, software: Pick<Software, 'level'>): Software | null =>
  records
    .filter(({ type }) => type === ofType)
    .map(({ data }) => data as Software)
    .find(isHigher(software)) ?? null;

/** The software that the log names last; null: none. */
export const newestSoftware = async (events: Pick<EventStore, 'read'>): Promise<Software | null> =>
  newestIn(await readInstallation(events));

/** The parts of a release that sentences name. */
type Release = Pick<Software, 'version' | 'level'>;
const named = ({ version, level }: Release) => `${version}, level ${level}`;

/**
 * A release of a lower level would read events it does not know, and write ones that others do not expect.
 * @throws CannotStart
 */
export const mustNotBeOlder = async (events: Pick<EventStore, 'read'>, release: Release): Promise<void> =>
  refuseOlder(await readInstallation(events), release);

const refuseOlder = (history: InstallationHistory, release: Release): void => {
  const higher = highestIn(history, release);
  if (higher)
    throw new CannotStart(
      `this log was written by a newer Dosar (${named(higher)}) than this one (${named(release)}): start the newer one`,
    );
};

/**
 * Writes to the log which software decides from now on, when level, policy, features or zone differ from those written
 * last. @throws CannotStart when a newer one has written already; Unavailable
 */
export const noteSoftware = (
  events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>,
  software: Software,
  now: Date = new Date(),
): Promise<void> =>
  sayOfInstallation(
    events,
    (history) => {
      refuseOlder(history, software);
      const newest = newestIn(history);
      if (newest && rulesOf(newest) === rulesOf(software)) return null;
      return { type: ofType, data: software };
    },
    now,
  );

/** Writes to the log by which page it is to be read from now on, when that differs from the one written last. */
const noteFormats = (events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>): Promise<void> => {
  const now = { ...FORMATS, page: FORMAT_PAGE };
  return sayOfInstallation(
    events,
    ({ records }) => {
      const newest = records.findLast(({ type }) => type === 'FormatsChanged' || type === 'InstallationFounded');
      const { formats } = (newest?.data ?? {}) as Partial<DataOf<InstallationEvent, 'FormatsChanged'>>;
      if (formats && canonical(formats) === canonical(now)) return null;
      return { type: 'FormatsChanged', data: { formats: now } };
    },
    new Date(),
  );
};

/**
 * Notes it now, or as soon as something can be written again: an outage or a read-only log must not prevent reading.
 */
export const noteSoftwareSoon = async (
  events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>,
  software: Software,
  signal: AbortSignal,
  onFailure: (error: Error) => void,
): Promise<void> => {
  const note = async () => {
    await noteSoftware(events, software);
    await noteFormats(events);
  };
  try {
    await note();
  } catch (error) {
    if (!isOutage(error)) throw error;
    onFailure(error);
    void untilDone(note, signal, onFailure, isOutage).catch(onFailure);
  }
};

/** The sentence of a running process that finds a newer one writing: it stops writing at once. */
const outgrownBy = (newer: Release, release: Release): string =>
  `a newer Dosar (${named(newer)}) writes to this log: this one (${named(release)}) writes nothing any more, and shows what there is until it is ended`;

/** A newer software among records just read; a sentence, or null. */
const newerIn = (records: readonly StoredRecord[], release: Release): string | null => {
  for (const stored of records) {
    if (stored.stream !== INSTALLATION_STREAM || typeOf(stored) !== ofType) continue;
    const record = readable(stored);
    // a damaged record is reported elsewhere and must not hide the others
    if (record instanceof Damaged) continue;
    const newer = record.data as Software;
    if (isHigher(release)(newer)) return outgrownBy(newer, release);
  }
  return null;
};

/** Notices when a newer software writes to the log, and reports it once. */
export const watchSoftware = (
  events: Pick<EventStore, 'read'>,
  release: Release,
  log: { outgrown: string | null },
  onNewer: (sentence: string) => void,
) => {
  const tell = (sentence: string | null) => {
    if (sentence === null || log.outgrown !== null) return;
    log.outgrown = sentence;
    onNewer(sentence);
  };
  return {
    /** Checks records that this process has read. */
    onRead: (records: readonly StoredRecord[]): void => tell(newerIn(records, release)),
    /** Checks what was written before this process began to follow the log. @throws Unavailable */
    look: async (): Promise<void> => {
      const newer = highestIn(await readInstallation(events), release);
      tell(newer && outgrownBy(newer, release));
    },
  };
};
