import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EventStore, Ports, ReadStore, ViewSpec } from '@dosar/kernel';

/** What the ports are opened with; each is chosen by its own address, so that any mixture runs. */
export type PortsConfig = {
  readonly dataDir: string;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Told when a stored record is found damaged: the log then refuses to write. */
  readonly onDamage: (what: string) => void;
};

export type OpenedPorts = Ports & { readonly close: () => Promise<void> };

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

/**
 * Opens every port for the process that answers requests. In the embedded profile it is the only process, so the data
 * folder is locked; the views are filled by another thread of it and only read here.
 * @throws FolderInUse, and whatever keeps a port from opening.
 */
export const openPorts = async (config: PortsConfig, views: readonly ViewSpec[]): Promise<OpenedPorts> => {
  const places = placesIn(config.dataDir);
  mkdirSync(places.folder, { recursive: true });
  const { lockFolder } = await import('./folder-lock');
  const lock = lockFolder(places.folder);
  const { sqliteEventStore } = await import('./event-store/sqlite');
  const { sqliteReadStore } = await import('./read-store/sqlite');
  const { sqliteSnapshots } = await import('./snapshots/sqlite');
  const { sqliteVault } = await import('./vault/sqlite');
  const { folderBlobStore } = await import('./blob-store/folder');
  const { inProcessSignals } = await import('./signals/in-process');
  const { emlMail, smtpMail } = await import('./mail/nodemailer');

  const events = await sqliteEventStore(places.log, config.onDamage);
  const filling = sqliteReadStore(places.views);
  await filling.open(views);
  await filling.close();
  const ports: Ports = {
    events,
    reads: sqliteReadStore(places.views, true),
    snapshots: sqliteSnapshots(places.snapshots),
    vault: sqliteVault(places.vault),
    blobs: await folderBlobStore(places.blobs),
    signals: inProcessSignals(places.folder),
    mail: config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : emlMail(places.mail, config.mailFrom),
  };
  const close = async () => {
    for (const port of Object.values(ports).reverse()) await port.close();
    lock.release();
  };
  return { ...ports, close };
};

export type ProjectorPorts = Pick<Ports, 'vault' | 'signals'> & {
  readonly events: Omit<EventStore, 'append'>;
  readonly reads: ReadStore;
  readonly close: () => Promise<void>;
};

/** Opens what the projectors need, for the thread or process that fills the views. */
export const openProjectorPorts = async ({ dataDir }: Pick<PortsConfig, 'dataDir'>): Promise<ProjectorPorts> => {
  const places = placesIn(dataDir);
  const { sqliteLogReader } = await import('./event-store/sqlite');
  const { sqliteReadStore } = await import('./read-store/sqlite');
  const { sqliteVault } = await import('./vault/sqlite');
  const { inProcessSignals } = await import('./signals/in-process');
  const ports = {
    events: sqliteLogReader(places.log),
    reads: sqliteReadStore(places.views),
    vault: sqliteVault(places.vault),
    signals: inProcessSignals(places.folder),
  };
  const close = async () => {
    for (const port of Object.values(ports).reverse()) await port.close();
  };
  return { ...ports, close };
};
