import type { EventRegistry } from '../model/event';
import { keepGoing } from '../async/keep-going';
import { keepSealing, type SealerPorts } from '../ledger/sealer';
import { keepHead } from '../log/log-head';
import type { Vault } from '../ports';
import type { AnyProjector } from '../model/projector';
import { runProjectors, type ProjectorPorts } from './run-projectors';

export type KeepProjectingPorts = ProjectorPorts & {
  readonly vault: Vault;
  /** What heads are signed with. */
  readonly sealing: Pick<SealerPorts, 'events' | 'ledger' | 'masters' | 'host' | 'sealer' | 'ms'>;
  /** The log is read-only: its stored head stays until an operator accepts it. */
  readonly isRefused?: boolean;
  /** Called on an outage: the work is tried again. */
  readonly onFailure: (error: Error) => void;
};

/** Fills the views, stores the head of the log and signs heads over it, until the signal aborts. */
export const keepProjecting = async (
  projectors: readonly AnyProjector[],
  registry: EventRegistry,
  ports: KeepProjectingPorts,
  signal: AbortSignal,
): Promise<void> => {
  const fill = async () => (await runProjectors(projectors, registry, ports, signal)).ended;
  const keep = (work: () => Promise<void>) => keepGoing(work, signal, ports.onFailure);
  const { vault, sealing } = ports;
  await Promise.all([
    keep(fill),
    ...(ports.isRefused ? [] : [keep(() => keepHead(ports, signal))]),
    keep(() => keepSealing({ ...sealing, vault }, signal)),
  ]);
};
