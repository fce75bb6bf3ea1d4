import { desk, keyring, type Desk, type Keyring, type Ports } from '@dosar/kernel';
import { library, projectors, reactorGroups } from '@dosar/domain/everything';
import { Access } from './access';
import type { Config } from './config';
import { keysFrom, type Keys } from './keys';
import { Limits } from './limits';
import { ACCESS_MEMORY, Views } from './views';

/** Injected by this name wherever one of its parts is needed. */
export const INSTALLATION = Symbol('Installation');

/** One running Dosar: its ports, its keys, and what is kept in memory about them. */
export type Installation = {
  readonly config: Config;
  readonly ports: Ports;
  readonly keys: Keys;
  readonly keyring: Keyring;
  readonly desk: Desk;
  readonly access: Access;
  readonly views: Views;
  readonly limits: Limits;
  /** Damage that the log found in itself: it refuses to write. */
  readonly damages: string[];
};

/** Types of events that something follows from which a call waits for. */
export const reactedTypes: ReadonlySet<string> = new Set(
  reactorGroups
    .filter(({ isWaitedFor }) => isWaitedFor)
    .flatMap(({ reactors }) => reactors.flatMap(({ on }) => Object.keys(on))),
);

export const openInstallation = async (
  config: Config,
  ports: Ports,
  master: Buffer,
  damages: string[],
  signal: AbortSignal,
): Promise<Installation> => {
  const keys = keysFrom(master);
  const ring = keyring(ports.vault, master);
  const views = new Views(ports, new Map(projectors.map((projector) => [projector.view, projector])));
  const access = new Access(ports, library, ring, (position) => views.moved([ACCESS_MEMORY], position));
  signal.addEventListener('abort', () => views.close(), { once: true });
  await access.open(signal);
  return {
    config,
    ports,
    keys,
    keyring: ring,
    desk: desk({ events: ports.events, snapshots: ports.snapshots, keyring: ring }),
    access,
    views,
    limits: new Limits(config.limits),
    damages,
  };
};
