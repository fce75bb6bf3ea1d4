import { dropForeignViews, type EventStore, type Foreign, type ReadStore, type ViewSpec } from '@dosar/kernel/runtime';
import { openedOrAnew, renewable, guardOfComputed, type OnDamagedComputedFile, type Renewable } from './computed-file';
import type { Findings } from './event-store/eventstoredb/eventstoredb-records';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';
import type { Commits } from './read-store/sqlite';

type ViewsTold = Findings & OnDamagedComputedFile;

export const openFilling = async (
  { mongoUrl, dataDir }: PortsConfig,
  commits: Commits,
  { onFinding }: Findings = {},
): Promise<ReadStore> => {
  if (mongoUrl) return (await import('./read-store/mongodb')).mongoReadStore(mongoUrl, onFinding && { onFinding });
  return (await import('./read-store/sqlite')).sqliteReadStore(placesIn(dataDir).views, false, commits);
};

/** Creates the views, and empties those computed from another log. */
export const prepareViews = async (
  config: PortsConfig,
  views: readonly ViewSpec[],
  commits: Commits,
  { events, log }: { readonly events: EventStore; readonly log: ViewsTold },
): Promise<Foreign> => {
  const prepare = async () => {
    const filling = await openFilling(config, commits, log);
    try {
      // where projectors are a process of their own, only they create views and complete interrupted writes
      if (config.profile === 'embedded') await filling.open(views);
      return await dropForeignViews(filling, events, views);
    } finally {
      await filling.close();
    }
  };
  return openedOrAnew(placesIn(config.dataDir).views, prepare, guardOfComputed('views', log).onDamage);
};

/** Opens the views for reading, in a process that can have them made again while it runs. */
export const openViews = async (
  config: PortsConfig,
  views: readonly ViewSpec[],
  commits: Commits,
  log: ViewsTold,
): Promise<Renewable<ReadStore>> => {
  const make = async () => {
    if (config.mongoUrl) return;
    const filling = await openFilling(config, commits);
    await filling.open(views).finally(() => filling.close());
  };
  const files = config.mongoUrl ? [] : [placesIn(config.dataDir).views];
  const open = () => openReads(config, commits, log);
  // without a store nothing is counted
  return renewable({ files, make, open }, guardOfComputed('views', log), { commits: () => null });
};

export const openReads = async (config: PortsConfig, commits: Commits, log: Findings): Promise<ReadStore> => {
  if (config.mongoUrl) return openFilling(config, commits, log);
  return (await import('./read-store/sqlite')).sqliteReadStore(placesIn(config.dataDir).views, true, commits);
};
