import { join, resolve } from 'node:path';

/** The files and folders in the data folder. */
export const placesIn = (dataDir: string) => {
  const folder = resolve(dataDir);
  return {
    folder,
    log: join(folder, 'log.db'),
    ledger: join(folder, 'ledger.db'),
    views: join(folder, 'views.db'),
    snapshots: join(folder, 'snapshots.db'),
    search: join(folder, 'search.db'),
    vault: join(folder, 'vault.db'),
    blobs: join(folder, 'blobs'),
    mail: join(folder, 'mail'),
  };
};
