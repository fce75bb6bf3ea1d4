import type { EventRegistry } from '../model/event';
import { keepGoing } from '../async/keep-going';
import { keepHead } from '../log/log-head';
import type { Vault } from '../ports';
import type { AnyProjector } from '../model/projector';
import { runProjectors, type ProjectorPorts } from './run-projectors';

export type KeepProjectingPorts = ProjectorPorts & {
  readonly vault: Vault;
  /** The log is read-only: its stored head stays until an operator accepts it. */
  readonly isRefused?: boolean;
  /** Called on an outage: the work is tried again. */
  readonly onFailure: (error: Error) => void;
};

/** Fills the views and stores the head of the log, until the signal aborts. */
export const keepProjecting = async (
  projectors: readonly AnyProjector[],
  registry: EventRegistry,
  ports: KeepProjectingPorts,
  signal: AbortSignal,
): Promise<void> => {
  const fill = async () => (await runProjectors(projectors, registry, ports, signal)).ended;
  await Promise.all([
    keepGoing(fill, signal, ports.onFailure),
    ...(ports.isRefused ? [] : [keepGoing(() => keepHead(ports, signal), signal, ports.onFailure)]),
  ]);
};
