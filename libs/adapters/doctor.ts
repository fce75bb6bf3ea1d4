import { existsSync, statSync } from 'node:fs';
import {
  checkOf,
  DESTROYED,
  INSTALLATION_STREAM,
  isWhole,
  KEYS,
  masters,
  parseRecord,
  type StoredHead,
} from '@dosar/kernel/runtime';
import { sentencesOf } from './backup/check';
import { missingFrom, readableIn, vaultSurveyOf } from './backup/survey';
import { CannotStart } from './cannot-start';
import { faultsIn, type Fault } from './event-store/sqlite-faults';
import { repairLog, type Repaired } from './event-store/sqlite-repair';
import { lockFolder } from './folder-lock';
import { masterKeyFile, masterKeysOf } from './master-key';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';
import { openToRead } from './sqlite';

/** How many positions are named for each cause. */
const NAMED = 5;

type Places = ReturnType<typeof placesIn>;
type Known = StoredHead | null;

const placesOf = ({ what, positions }: Fault): string => {
  if (positions.length === 0) return what;
  const more = positions.length > NAMED ? ` and ${positions.length - NAMED} more` : '';
  return `${what}: position ${positions.slice(0, NAMED).join(', ')}${more}`;
};

/** Why a file cannot be opened; null: it can. */
const faultOfFile = (file: string): string | null => {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return `${file} is missing: restore it from its backup`;
  if (size === 0) return `${file} is empty (0 bytes): restore it from its backup`;
  try {
    const db = openToRead(file);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    db.close();
    return null;
  } catch (error) {
    return `${file} cannot be read (${(error as Error).message}): restore it from its backup`;
  }
};

/** Damage of computed files, which costs only time. */
const faultsOfComputed = ({ views, snapshots, search }: Places): string[] =>
  [views, snapshots, search].flatMap((file) => {
    if (!existsSync(file)) return [];
    try {
      const db = openToRead(file);
      const [found] = Object.values(db.prepare('PRAGMA quick_check(1)').get() as object) as [string];
      db.close();
      return found === 'ok'
        ? []
        : [`${file} has a damaged page: it is computed from the log, and made anew as it is met`];
    } catch {
      return [`${file} cannot be read: it is computed from the log, and made anew at the next start`];
    }
  });

const headOf = (places: Places): Known => {
  const kept = vaultSurveyOf(places.vault).get('log/head');
  const head = kept === null ? null : (JSON.parse(kept) as StoredHead);
  return head && isWhole(head) ? head : null;
};

const faultsOfHead = (places: Places): string[] => {
  const { get } = vaultSurveyOf(places.vault);
  const refused = get('log/refused');
  return [
    ...(get('log/head') !== null && headOf(places) === null
      ? [
          'what the vault knows of the log (log/head) is not what was put there: restore the vault from its newest backup',
        ]
      : []),
    ...(get('log/head') === null
      ? [
          'the vault has lost what was known of the log (log/head): restore the vault from its newest backup, or accept the log with "dosar accept-log"',
        ]
      : []),
    ...(refused ? [`nothing is written until it is accepted or mended, since it was found: ${refused}`] : []),
  ];
};

type FirstRecord = { readonly check?: string } | null;

const foundedWith = (file: string): FirstRecord => {
  const db = openToRead(file);
  try {
    const sql = 'SELECT text FROM records JOIN streams ON key = stream WHERE name = ? AND revision = 0';
    const row = db.prepare(sql).get(INSTALLATION_STREAM) as { text: string } | undefined;
    return row ? (parseRecord(row).data as FirstRecord) : null;
  } catch {
    return null; // reported with the records
  } finally {
    db.close();
  }
};

/** The keys of the vault that the master key does not unwrap. */
const faultsOfKeys = (config: PortsConfig, places: Places): string[] => {
  if (config.masterKeys.length === 0 && !existsSync(masterKeyFile(config)))
    return [`${masterKeyFile(config)} is missing: no key of the vault can be opened. Restore it from its backup`];
  const { wraps, root } = openedKeys(config, places);
  const named = foundedWith(places.log)?.check;
  return [
    ...(wraps.length > 0
      ? [`the master key does not open ${wraps.length} keys of the vault: ${wraps.slice(0, NAMED).join(', ')}`]
      : []),
    ...(root && named !== undefined && checkOf(root) !== named
      ? ['the vault belongs to another installation than the log: restore the one that was backed up with it']
      : []),
  ];
};

const openedKeys = (config: PortsConfig, { vault }: Places) => {
  const master = masters(masterKeysOf(config));
  const db = openToRead(vault);
  const rows = db
    .prepare(`SELECT key, value FROM secrets WHERE (key LIKE '${KEYS}%' OR key LIKE 'purpose/%') AND value <> ?`)
    .all(DESTROYED) as { readonly key: string; readonly value: string }[];
  db.close();
  let root: Buffer | null = null;
  const wraps = rows.flatMap(({ key, value }) => {
    try {
      const opened = master.unwrap(key, value);
      if (key === 'purpose/root/1') root = opened;
      return [];
    } catch {
      return [key];
    }
  });
  return { wraps, root: root as Buffer | null };
};

const faultsOfRest = (places: Places): readonly string[] => {
  const survey = readableIn(places.log);
  const { keys, documents } = survey;
  const vault = vaultSurveyOf(places.vault);
  return keys.size + documents.size === 0 ? [] : sentencesOf(missingFrom(survey, vault, places.blobs), documents.size);
};

const faultsOfLog = (places: Places, known: Known): string[] => {
  const db = openToRead(places.log);
  try {
    return faultsIn(db, known).map(placesOf);
  } finally {
    db.close();
  }
};

/** Checks are skipped when what they compare with cannot be read. */
const look = (config: PortsConfig): string[] => {
  const places = placesIn(config.dataDir);
  const log = faultOfFile(places.log);
  const vault = faultOfFile(places.vault);
  const found = [log, vault].filter((each) => each !== null);
  if (vault === null) found.push(...faultsOfHead(places), ...(log === null ? faultsOfKeys(config, places) : []));
  if (log === null) found.push(...faultsOfLog(places, vault === null ? headOf(places) : null));
  if (log === null && vault === null) found.push(...faultsOfRest(places));
  return [...found, ...faultsOfComputed(places)];
};

const locked = <T>(dataDir: string, work: () => T): T => {
  if (!existsSync(dataDir)) throw new CannotStart(`there is no folder ${dataDir}: DOSAR_DATA_DIR names it`);
  const lock = lockFolder(placesIn(dataDir).folder);
  try {
    return work();
  } finally {
    lock.release();
  }
};

/** Faults of a stopped data folder, one sentence for each cause. @throws CannotStart while a server uses it */
export const examine = (config: PortsConfig): readonly string[] => locked(config.dataDir, () => look(config));

/** Restores single records of the log from an older copy, and changes nothing else. @throws CannotStart */
export const mendLog = (config: PortsConfig, from: string): Repaired =>
  locked(config.dataDir, () => {
    const places = placesIn(config.dataDir);
    const copy = statSync(from, { throwIfNoEntry: false })?.isDirectory() ? placesIn(from).log : from;
    for (const file of [copy, places.log, places.vault]) {
      const fault = faultOfFile(file);
      if (fault !== null) throw new CannotStart(fault);
    }
    return repairLog(places.log, copy, headOf(places));
  });
