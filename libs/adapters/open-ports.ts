import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BlobStore, EventStore, Mail, Ports, ReadStore, Signals, Snapshots, Vault, ViewSpec } from '@dosar/kernel';
import type { PortsConfig } from './ports-config';
import type { Commits } from './read-store/sqlite';

export type OpenedPorts = Ports & {
  /** For the thread that fills the views of this process, where there is one. */
  readonly commits: Commits;
  readonly close: () => Promise<void>;
};

type Closing = { close(): Promise<void> };

const placesIn = (dataDir: string) => {
  const folder = resolve(dataDir);
  return {
    folder,
    log: join(folder, 'log.db'),
    views: join(folder, 'views.db'),
    snapshots: join(folder, 'snapshots.db'),
    vault: join(folder, 'vault.db'),
    blobs: join(folder, 'blobs'),
    mail: join(folder, 'mail'),
  };
};

/** Opens keepers and remembers to close them, the last one first; those that are open when one cannot be, too. */
const opener = () => {
  const opened: Closing[] = [];
  return {
    open: async <T extends Closing>(opening: Promise<T>): Promise<T> => {
      const keeper = await opening;
      opened.push(keeper);
      return keeper;
    },
    close: async () => {
      for (let keeper = opened.pop(); keeper; keeper = opened.pop()) await keeper.close();
    },
  };
};

/** Whether anything is kept in the folder that only one process may use. */
const usesFolder = ({ eventStoreUrl, mongoUrl, s3Url }: PortsConfig) => !(eventStoreUrl && mongoUrl && s3Url);

/**
 * Opens every port for a process that decides and answers, each on the service whose address is given, else in the data
 * folder, which is then locked. Embedded views are filled by another thread and only read here.
 * @param onDamage told when a stored record is found damaged: the log then refuses to write
 * @throws CannotStart
 */
export const openPorts = async (
  config: PortsConfig,
  views: readonly ViewSpec[],
  onDamage: (what: string) => void,
): Promise<OpenedPorts> => {
  const { open, close } = opener();
  const commits = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  try {
    if (usesFolder(config)) await open(lockedFolder(config));
    const ports: Ports = {
      events: await open(openEvents(config, onDamage)),
      reads: await open(openReads(config, views, commits)),
      snapshots: await open(openSnapshots(config)),
      vault: await open(openVault(config)),
      blobs: await open(openBlobs(config)),
      signals: await open(openSignals(config)),
      mail: await open(openMail(config)),
      companies: config.looksUpCompanies ? (await import('./companies/anaf')).anaf() : null,
    };
    return { ...ports, commits, close };
  } catch (error) {
    await close();
    throw error;
  }
};

export type ProjectorPorts = Pick<Ports, 'reads' | 'vault' | 'signals'> & {
  readonly events: Omit<EventStore, 'append'>;
  readonly close: () => Promise<void>;
};

/** Opens what the projectors need, for a thread of a process that has opened its ports. */
export const openProjectorPorts = async (config: PortsConfig, commits: Commits): Promise<ProjectorPorts> => {
  const { open, close } = opener();
  const ports = {
    events: await open(openReader(config)),
    reads: await open(openFilling(config, commits)),
    vault: await open(openVault(config)),
    signals: await open(openSignals(config)),
  };
  return { ...ports, close };
};

const lockedFolder = async ({ dataDir }: PortsConfig): Promise<Closing> => {
  const { folder } = placesIn(dataDir);
  mkdirSync(folder, { recursive: true });
  const { lockFolder } = await import('./folder-lock');
  const lock = lockFolder(folder);
  return { close: async () => lock.release() };
};

const openEvents = async (config: PortsConfig, onDamage: (what: string) => void): Promise<EventStore> => {
  if (config.eventStoreUrl) return (await import('./event-store/eventstoredb')).eventStoreDb(config.eventStoreUrl);
  return (await import('./event-store/sqlite')).sqliteEventStore(placesIn(config.dataDir).log, onDamage);
};

const openReader = async (config: PortsConfig): Promise<Omit<EventStore, 'append'>> => {
  if (config.eventStoreUrl) return openEvents(config, () => {});
  return (await import('./event-store/sqlite')).sqliteLogReader(placesIn(config.dataDir).log);
};

const openFilling = async ({ mongoUrl, dataDir }: PortsConfig, commits: Commits): Promise<ReadStore> => {
  if (mongoUrl) return (await import('./read-store/mongodb')).mongoReadStore(mongoUrl);
  return (await import('./read-store/sqlite')).sqliteReadStore(placesIn(dataDir).views, false, commits);
};

const openReads = async (config: PortsConfig, views: readonly ViewSpec[], commits: Commits): Promise<ReadStore> => {
  const filling = await openFilling(config, commits);
  await filling.open(views);
  if (config.mongoUrl) return filling;
  await filling.close();
  return (await import('./read-store/sqlite')).sqliteReadStore(placesIn(config.dataDir).views, true, commits);
};

const openSnapshots = async ({ mongoUrl, dataDir }: PortsConfig): Promise<Snapshots> => {
  if (mongoUrl) return (await import('./snapshots/mongodb')).mongoSnapshots(mongoUrl);
  return (await import('./snapshots/sqlite')).sqliteSnapshots(placesIn(dataDir).snapshots);
};

const openVault = async ({ vaultUrl, mongoUrl, dataDir }: PortsConfig): Promise<Vault> => {
  const beside = () => import('./vault/mongodb');
  if (vaultUrl) return (await beside()).mongoVault(vaultUrl, 'DOSAR_VAULT_MONGODB_URL');
  if (mongoUrl) return (await beside()).mongoVault(mongoUrl, 'DOSAR_MONGODB_URL', '_vault');
  return (await import('./vault/sqlite')).sqliteVault(placesIn(dataDir).vault);
};

const openBlobs = async ({ s3Url, dataDir }: PortsConfig): Promise<BlobStore> => {
  if (s3Url) return (await import('./blob-store/s3')).s3BlobStore(s3Url);
  return (await import('./blob-store/folder')).folderBlobStore(placesIn(dataDir).blobs);
};

const openSignals = async ({ natsUrl, dataDir }: PortsConfig): Promise<Signals> => {
  if (natsUrl) return (await import('./signals/nats')).natsSignals(natsUrl);
  return (await import('./signals/in-process')).inProcessSignals(placesIn(dataDir).folder);
};

const openMail = async ({ smtpUrl, mailFrom, dataDir }: PortsConfig): Promise<Mail> => {
  const { emlMail, smtpMail } = await import('./mail/nodemailer');
  return smtpUrl ? smtpMail(smtpUrl, mailFrom) : emlMail(placesIn(dataDir).mail, mailFrom);
};
