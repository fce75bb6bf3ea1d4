import { chmodSync, mkdirSync } from 'node:fs';
import {
  LEVEL,
  mustNotBeOlder,
  type BlobStore,
  type EventStore,
  type Foreign,
  type Mail,
  type Ports,
  type Signals,
  type Snapshots,
  type Vault,
  type ViewSpec,
} from '@dosar/kernel/runtime';
import type { PortsWithSearch, SearchIndex } from '@dosar/search';
import type { OnHidden } from './event-store/eventstoredb/eventstoredb-hidden';
import type { Findings } from './event-store/eventstoredb/eventstoredb-records';
import type { OnVerifying } from './event-store/eventstoredb/eventstoredb-verify';
import type { LogEvents } from './event-store/sqlite';
import type { Verify } from './event-store/verified';
import { build } from './build';
import { guarded, guardOf, guardOfComputed, type OnDamagedComputedFile, type OnDamagedFile } from './computed-file';
import { mustBeReadableVault, upgradingOf, type Upgrading } from './migrations';
import { openLedger } from './ledger/open-ledger';
import { openIndex, openSearches, withIndex } from './open-search';
import { openFilling, openReads, openViews, prepareViews } from './open-views';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';
import type { Commits } from './read-store/sqlite';

export type { ComputedFile } from './computed-file';

export type OpenedPorts = PortsWithSearch & {
  /** Shared with the thread that fills the views of this process, where there is one. */
  readonly commits: Commits;
  /** Views and snapshots computed from another log, which are filled again. */
  readonly foreign: Foreign;
  /** Migrations that are still due. */
  readonly upgrading: Upgrading;
  readonly verify: Verify;
  readonly renew: Renewing;
  readonly close: () => Promise<void>;
};

/** Reports about a log, wherever it is stored, and about files computed from it. */
export type LogFindings = LogEvents & Findings & OnHidden & OnVerifying & OnDamagedComputedFile;

/** Deletes files computed from the log, and makes them again: whoever fills them is stopped meanwhile. */
export type Renewing = { readonly views: () => Promise<void>; readonly search: () => Promise<void> };

type Closing = { close(): Promise<void> };

/** Opens adapters and closes them in reverse order, also when a later one cannot be opened. */
const opener = () => {
  const opened: Closing[] = [];
  return {
    open: async <T extends Closing>(opening: Promise<T>): Promise<T> => {
      const adapter = await opening;
      opened.push(adapter);
      return adapter;
    },
    close: async () => {
      for (let adapter = opened.pop(); adapter; adapter = opened.pop()) await adapter.close();
    },
  };
};

/** Whether the folder has data that only one process may use. */
const usesFolder = ({ eventStoreUrl, mongoUrl, s3Url }: PortsConfig) => !(eventStoreUrl && mongoUrl && s3Url);

/**
 * Opens every port for a gateway process, each on its configured service or else in the data folder, which is then locked.
 * Embedded views are filled by another thread and only read here.
 * @param log called with what a log finds out about itself
 * @throws CannotStart
 */
export const openPorts = async (
  config: PortsConfig,
  views: readonly ViewSpec[],
  log: LogFindings,
): Promise<OpenedPorts> => {
  const { open, close } = opener();
  const commits = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  try {
    if (usesFolder(config)) await open(lockedFolder(config));
    const events = await open(openEvents(config, log));
    await mustNotBeOlder(events, { ...build, level: LEVEL });
    const foreign = await prepareViews(config, views, commits, { events, log });
    const search = await openSearches(config, events, guardOfComputed('search', log));
    await open(Promise.resolve(search.store));
    const reads = await openViews(config, views, commits, log);
    await open(Promise.resolve(reads.store));
    const ports: PortsWithSearch = {
      events,
      ledger: await open(openLedger(config, config.profile === 'embedded')),
      reads: reads.store,
      snapshots: await open(openSnapshots(config, log)),
      vault: await open(openVault(config, true)),
      blobs: await open(openBlobs(config)),
      signals: await open(openSignals(config)),
      mail: await open(openMail(config)),
      search: search.store,
      companies: config.registerUrl === null ? null : (await import('./companies/anaf')).anaf(config.registerUrl),
    };
    await mustBeReadableVault(ports.vault);
    const upgrading = upgradingOf({
      vault: ports.vault,
      folder: usesFolder(config) ? placesIn(config.dataDir).folder : null,
    });
    const renew = { views: reads.renew, search: search.renew };
    const opened = { ...ports, commits, foreign: withIndex(foreign, search.dropped), upgrading };
    return { ...opened, verify: events.verify, renew, close };
  } catch (error) {
    await close();
    throw error;
  }
};

export type ProjectorPorts = Pick<Ports, 'reads' | 'vault' | 'signals' | 'ledger'> & {
  readonly events: Omit<EventStore, 'append'>;
  readonly close: () => Promise<void>;
};

/** Opens the ports of projectors, for a thread of a process that has opened its own. */
export const openProjectorPorts = async (
  config: PortsConfig,
  commits: Commits,
  onDamage: OnDamagedFile = () => {},
): Promise<ProjectorPorts> => {
  const { open, close } = opener();
  const ports = {
    events: await open(openReader(config)),
    reads: guarded(await open(openFilling(config, commits)), guardOf('views', onDamage)),
    vault: await open(openVault(config)),
    signals: await open(openSignals(config, true)),
    ledger: await open(openLedger(config)),
  };
  return { ...ports, close };
};

/** Opens log and views for reading only, beside running processes. */
export const openReadingPorts = async (
  config: PortsConfig,
): Promise<Pick<ProjectorPorts, 'events' | 'reads' | 'close'>> => {
  const { open, close } = opener();
  const commits = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  return { events: await open(openReader(config)), reads: await open(openReads(config, commits, {})), close };
};

export type IndexingPorts = Pick<Ports, 'vault' | 'blobs'> & {
  readonly events: Omit<EventStore, 'append'>;
  readonly index: SearchIndex;
  readonly close: () => Promise<void>;
};

/** Opens the ports of indexing, for a thread of a process that has opened its own. */
export const openIndexingPorts = async (
  config: PortsConfig,
  onDamage: OnDamagedFile = () => {},
): Promise<IndexingPorts> => {
  const { open, close } = opener();
  const events = await open(openReader(config));
  const ports = {
    events,
    vault: await open(openVault(config, true)),
    blobs: await open(openBlobs(config)),
    index: guarded(await open(openIndex(config, events)), guardOf('search', onDamage)),
  };
  return { ...ports, close };
};

/** Locks the folder and makes it private. On close all files are complete: no write-ahead log is left. */
const lockedFolder = async ({ dataDir }: PortsConfig): Promise<Closing> => {
  const { folder, log, ledger, views, snapshots, search } = placesIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const { lockFolder } = await import('./folder-lock');
  const lock = lockFolder(folder);
  const { mustBeReadableFolder } = await import('./folder-level');
  try {
    mustBeReadableFolder(folder);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    async close() {
      const { makeWhole } = await import('./sqlite');
      try {
        for (const file of [log, ledger, views, snapshots, search]) makeWhole(file, file !== log);
      } finally {
        lock.release();
      }
    },
  };
};

const openEvents = async (config: PortsConfig, log: LogFindings): Promise<EventStore & { readonly verify: Verify }> => {
  if (config.eventStoreUrl)
    return (await import('./event-store/eventstoredb/eventstoredb')).eventStoreDb(config.eventStoreUrl, log);
  const { log: file } = placesIn(config.dataDir);
  // checked before the log is opened and verified
  (await import('./event-store/sqlite-readable')).mustBeReadableLog(file);
  return (await import('./event-store/sqlite')).sqliteEventStore(file, log);
};

/** The log for reading only, beside the process that writes it. */
export const openReader = async (config: PortsConfig): Promise<Omit<EventStore, 'append'>> => {
  if (config.eventStoreUrl) return openEvents(config, {});
  return (await import('./event-store/sqlite')).sqliteLogReader(placesIn(config.dataDir).log);
};

/** Opens only the vault, for a program beside running processes. */
export const openVaultAlone = async (config: PortsConfig): Promise<Vault> => {
  const vault = await openVault(config);
  await mustBeReadableVault(vault);
  return vault;
};

const openSnapshots = async ({ mongoUrl, dataDir }: PortsConfig, log: LogFindings): Promise<Snapshots> => {
  if (mongoUrl) return (await import('./snapshots/mongodb')).mongoSnapshots(mongoUrl);
  return (await import('./snapshots/sqlite')).sqliteSnapshots(
    placesIn(dataDir).snapshots,
    guardOfComputed('snapshots', log).onDamage,
  );
};

const openVault = async ({ vaultUrl, mongoUrl, dataDir }: PortsConfig, answersCalls = false): Promise<Vault> => {
  const beside = () => import('./vault/mongodb');
  if (vaultUrl) return (await beside()).mongoVault(vaultUrl, 'DOSAR_VAULT_MONGODB_URL');
  if (mongoUrl) return (await beside()).mongoVault(mongoUrl, 'DOSAR_MONGODB_URL', '_vault');
  const { sqliteVault, sqliteVaultInThread } = await import('./vault/sqlite');
  return (answersCalls ? sqliteVaultInThread : sqliteVault)(placesIn(dataDir).vault);
};

const openBlobs = async ({ s3Url, dataDir }: PortsConfig): Promise<BlobStore> => {
  if (s3Url) return (await import('./blob-store/s3')).s3BlobStore(s3Url);
  return (await import('./blob-store/folder')).folderBlobStore(placesIn(dataDir).blobs);
};

const openSignals = async ({ natsUrl, dataDir }: PortsConfig, isBeside = false): Promise<Signals> => {
  if (natsUrl) return (await import('./signals/nats')).natsSignals(natsUrl);
  const { inProcessSignals, threadSignals } = await import('./signals/in-process');
  return (isBeside ? threadSignals : inProcessSignals)(placesIn(dataDir).folder);
};

const openMail = async ({ smtpUrl, mailFrom, dataDir }: PortsConfig): Promise<Mail> => {
  const { emlMail, smtpMail } = await import('./mail/nodemailer');
  return smtpUrl ? smtpMail(smtpUrl, mailFrom) : emlMail(placesIn(dataDir).mail, mailFrom);
};
