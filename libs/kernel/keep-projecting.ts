import type { EventRegistry } from './event';
import { keepGoing } from './keep-going';
import { keepHead } from './log-head';
import type { EventStore, Vault } from './ports';
import type { AnyProjector } from './projector';
import { runProjectors, type ProjectorPorts } from './run-projectors';

export type KeepProjectingPorts = ProjectorPorts & {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly vault: Vault;
  /** What keeps the views from being filled is an outage: it is tried again. */
  readonly onFailure: (error: Error) => void;
};

/** Fills the views and keeps the head of the log, again and again until the signal. */
export const keepProjecting = async (
  projectors: readonly AnyProjector[],
  registry: EventRegistry,
  ports: KeepProjectingPorts,
  signal: AbortSignal,
): Promise<void> => {
  const fill = async () => {
    const { ended } = await runProjectors(projectors, registry, ports, signal);
    await ended;
  };
  await Promise.all([
    keepGoing(fill, signal, ports.onFailure),
    keepGoing(() => keepHead(ports, signal), signal, ports.onFailure),
  ]);
};
