import { checkpoints, endOf } from './checkpoints';
import {
  CannotStart,
  Damaged,
  HEAD_CHANGED,
  HEAD_LOST,
  UNTIL_ACCEPTED,
  UNTIL_MENDED,
  UNTIL_VAULT_ACCEPTED,
} from '../model/damage';
import { checkOf } from '../keys/envelope';
import type { Position } from '../model/event';
import { newId } from './ids';
import { FORMAT_PAGE, FORMATS, INSTALLATION_STREAM } from '../model/installation.events';
import { destroyedIn, readInstallation, recordOf } from './installation-stream';
import { destroyAgain } from '../keys/keyring';
import { mustBeNew } from './founding';
import { beginHead, isWhole, readHead, type StoredHead } from './log-head';
import { WrongMaster, type Masters } from '../keys/masters';
import { leafHash } from './merkle';
import { placeIn, standingsOf, type Standing } from './place';
import {
  Conflict,
  type BlobStore,
  type EventStore,
  type ReadStore,
  type StoredRecord,
  type Vault,
  type ViewSpec,
} from '../ports';
import { purposeKey } from '../keys/purpose-keys';
import { parseRecord, readable } from './record';
import { mustBeReadable } from './record-format';
import type { ReactorGroup } from '../model/reactor';
import { NOT_REFUSED, readRefusal, REFUSED, type NotWritten } from './log-refusal';
import { updateIn } from '../keys/update-in';
import { beginGrowing, signOfOlderVault } from './vault-age';

export type LogPorts = {
  readonly events: EventStore;
  readonly vault: Vault;
  readonly blobs: Pick<BlobStore, 'all'>;
};

/** The result of comparing a log with its vault. */
export type OpenedLog = NotWritten & {
  readonly installationId: string;
  /** Sentences to report. */
  readonly findings: readonly string[];
  /** Time of the newest record when the log was opened, and whether it was the first one. */
  readonly newest: { readonly at: string; readonly isFirst: boolean };
};

const found = async (ports: LogPorts, masters: Masters): Promise<void> => {
  await mustBeNew(ports);
  const { events, vault } = ports;
  const root = await rootKey(vault, masters);
  const installationId = newId();
  const data = { installationId, formats: { ...FORMATS, page: FORMAT_PAGE }, check: checkOf(root) };
  const record = recordOf({ type: 'InstallationFounded', data }, 0, installationId, new Date().toISOString());
  try {
    await events.append(INSTALLATION_STREAM, -1, [record]);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error; // another process was faster: its record is read
  }
};

/** null: the record is missing or cannot be read. */
const firstRecord = async (events: EventStore): Promise<StoredRecord | null> => {
  try {
    for await (const [first] of events.read(INSTALLATION_STREAM, 0, 1))
      return first?.revision === 0 && !(readable(first) instanceof Damaged) ? first : null;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
  }
  return null;
};

const rootKey = (vault: Vault, masters: Masters): Promise<Buffer> =>
  purposeKey(vault, masters, 'root').catch((error: unknown) => {
    if (!(error instanceof WrongMaster)) throw error;
    throw new CannotStart(
      'the master key is not the one that wrapped the keys in this vault: give the one that did, as DOSAR_MASTER_KEY or in master.key',
    );
  });

type Founded = {
  readonly installationId: string;
  /** Position of the first record; null when it is missing or cannot be read. */
  readonly position: Position | null;
};

/** Reads the first record and compares it with the vault. @throws CannotStart */
const identify = async ({ events, vault }: Omit<LogPorts, 'blobs'>, masters: Masters): Promise<Founded> => {
  const [newest] = await events.at([(await events.head())!]);
  mustBeReadable(newest && !newest.damage ? [newest.text] : []);
  const first = await firstRecord(events);
  if ((await vault.get('purpose/root/1')) === null)
    throw new CannotStart(
      'the vault has no keys, though there is a log: restore the vault that was backed up with it, since without it nothing personal in the log can be read',
    );
  const root = checkOf(await rootKey(vault, masters));
  if (!first) return { installationId: (await readInstallation(events)).installationId, position: null };
  const { installationId, check } = parseRecord(first).data as { installationId: string; check: string };
  if (root !== check)
    throw new CannotStart(
      `the vault belongs to another installation than the log (${installationId}): restore the one that was backed up with it`,
    );
  return { installationId, position: first.position };
};

const BEGINNING_LOST = `the record that the log began with is gone, or is not what was written; ${UNTIL_MENDED}`;

/** Compares the log with the head stored last; a sentence when they differ. */
const differenceFrom = async (
  known: StoredHead | null,
  events: EventStore,
  head: Position | null,
): Promise<string | null> => {
  if (known === null) return HEAD_LOST;
  if (!isWhole(known)) return HEAD_CHANGED;
  const place = BigInt(known.position);
  if (head === null || head < place)
    return `the log ends at position ${head ?? 0}, but ${known.size} records up to position ${known.position} were known: it is older than what was computed from it; ${UNTIL_ACCEPTED}`;
  const [record] = await events.at([place]);
  const isSame = record && leafHash(record.text).toString('base64') === known.leaf;
  return isSame
    ? null
    : `the record at position ${known.position} is not the one that was known: the log was rewritten; ${UNTIL_ACCEPTED}`;
};

/** The names of views and snapshots computed from a longer log than this one, or from another log: they are emptied. */
export type Foreign = { readonly ahead: readonly string[]; readonly other: readonly string[] };
export const NOTHING_FOREIGN: Foreign = { ahead: [], other: [] };

/** Empties the views that were computed from another log. */
export const dropForeignViews = async (
  reads: ReadStore,
  events: Pick<EventStore, 'head' | 'at'>,
  views: readonly ViewSpec[],
): Promise<Foreign> => {
  const states = await Promise.all(views.map((view) => reads.state(view)));
  const standings = await standingsOf(events, states.map(placeIn));
  const those = (standing: Standing) => views.filter((_, at) => standings[at] === standing);
  for (const view of [...those('ahead'), ...those('other')]) await reads.drop(view);
  return { ahead: those('ahead').map(({ view }) => view), other: those('other').map(({ view }) => view) };
};

/**
 * Founds an empty log, or compares an existing one with its vault and with what was computed from it. A log older than
 * those is read-only until an operator accepts it.
 * @param foreign computed from another log, and filled again
 * @throws CannotStart in a sentence; Unavailable
 */
export const openLog = async (
  ports: LogPorts,
  masters: Masters,
  groups: readonly ReactorGroup[],
  foreign: Foreign = NOTHING_FOREIGN,
): Promise<OpenedLog> => {
  const { events, vault } = ports;
  if ((await events.head()) === null) await found(ports, masters);
  const { installationId, position: first } = await identify(ports, masters);
  const back = await destroyAgain(vault, destroyedIn(await readInstallation(events)));
  const groupsAhead = await checkpoints(vault).setBack(events);
  const head = await events.head();
  if (head === first) await beginHead(ports);
  const known = await readHead(vault);
  const findings = [
    ...(back.length > 0
      ? [
          `the vault is from before keys were destroyed, as the log tells: they are destroyed again (${back.join(', ')})`,
        ]
      : []),
    ...saidOf('what was further than the log', foreign.ahead),
    ...saidOf('what was computed from another log', foreign.other),
    ...(groupsAhead.length > 0
      ? [
          `reactors that were further than the log go on at its end by themselves, once it is written to: ${groupsAhead.join(', ')}`,
        ]
      : []),
    ...(await beginnings(ports, groups, head === first)),
  ];
  const isAhead = foreign.ahead.length + groupsAhead.length > 0;
  const older = await signOfOlderVault(ports, known, head);
  const difference =
    (await differenceFrom(known, events, head)) ??
    (older === null ? null : `the vault is older than the log: ${older}; ${UNTIL_VAULT_ACCEPTED}`) ??
    (isAhead ? `the log is older than what was computed from it; ${UNTIL_ACCEPTED}` : null);
  // stores an explicit empty value: some vaults repeat a missing read on another member, and this one is read all the
  // time
  await updateIn(vault, REFUSED, (kept) => kept || (difference ?? NOT_REFUSED));
  const refusal = await readRefusal(vault);
  await beginGrowing(vault);
  const damage = first === null ? BEGINNING_LOST : null;
  const said = { installationId, refusal, damage, outgrown: null, full: null, findings };
  return { ...said, newest: { at: await timeOf(events, head), isFirst: head === first } };
};

/** The time of that record; the beginning of time for a damaged one. */
const timeOf = async (events: EventStore, position: Position | null): Promise<string> => {
  const [record] = position === null ? [] : await events.at([position]);
  const said = record ? readable(record) : null;
  return said === null || said instanceof Damaged ? new Date(0).toISOString() : said.occurredAt;
};

const saidOf = (what: string, names: readonly string[]) =>
  names.length > 0 ? [`${what} is dropped, filled anew by itself, and shown as far as it is: ${names.join(', ')}`] : [];

/** Gives every group its checkpoint before anything else is written. @returns what is lost, in sentences */
const beginnings = async (
  { events, vault }: LogPorts,
  groups: readonly ReactorGroup[],
  isNew: boolean,
): Promise<string[]> => {
  const end = await endOf(events);
  const lost: string[] = [];
  for (const { name } of groups)
    await checkpoints(vault)
      .begin(name, events, end, isNew)
      .catch((error: Error) => {
        if (!(error instanceof Damaged)) throw error;
        lost.push(error.message);
      });
  // last: as long as this list is missing, every group without a checkpoint counts as having lost it
  await checkpoints(vault).remember(groups.map(({ name }) => name));
  return lost;
};
