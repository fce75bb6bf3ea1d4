import { isOutage } from '../model/damage';
import { newId } from './ids';
import { sayOfInstallation } from './installation-stream';
import type { InstallationEvent } from '../model/installation.events';
import { pauseUntil } from '../async/keep-going';
import type { DataOf } from '../model/message';
import type { EventStore, Vault } from '../ports';
import { updateIn } from '../keys/update-in';

export type OperatorAct = DataOf<InstallationEvent, 'OperatorActed'>;

/** In the vault: what an operator did and the log does not say yet, a list in JSON. */
export const ACTS = 'acts';
const NONE = '[]';
/** So soon it stands in the log of a server that runs. */
const LOOK_MS = 1_000;

type Left = OperatorAct & { readonly id: string };

const leftIn = (kept: string | null): readonly Left[] => JSON.parse(kept ?? NONE) as readonly Left[];

/** What was done, and to what. */
export const operatorAct = (
  what: OperatorAct['what'],
  { about = null, count = null, root = null }: Partial<Pick<OperatorAct, 'about' | 'count' | 'root'>>,
  now: Date = new Date(),
): OperatorAct => ({ what, about, count, root, actedAt: now.toISOString() });

/** Leaves in the vault what an operator did: a server that runs says it in the log, else the next one that starts. */
export const leaveAct = async (
  vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>,
  ...did: Parameters<typeof operatorAct>
): Promise<void> => {
  const act: Left = { id: newId(), ...operatorAct(...did) };
  await updateIn(vault, ACTS, (kept) => JSON.stringify([...leftIn(kept), act]));
};

type ActPorts = {
  readonly events: Pick<EventStore, 'read' | 'append' | 'head' | 'at'>;
  readonly vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>;
};

/**
 * Says in the log what operators left in the vault, each act once: its random id is that of the command, which is looked for
 * before it is said, and it is taken out of the vault only afterwards.
 * @throws Unavailable when nothing can be written
 */
export const takeActs = async ({ events, vault }: ActPorts, now: Date = new Date()): Promise<void> => {
  const kept = await vault.get(ACTS);
  // that there is nothing is asked twice of some vaults: it is looked at all the time
  if (kept === null) await vault.putIfAbsent(ACTS, NONE);
  const acts = leftIn(kept);
  for (const { id, ...data } of acts)
    await sayOfInstallation(
      events,
      ({ records }) =>
        records.some(({ command }) => command.id === id) ? null : { type: 'OperatorActed', data, commandId: id },
      now,
    );
  if (acts.length === 0) return;
  const said = new Set(acts.map(({ id }) => id));
  await updateIn(vault, ACTS, (kept) => JSON.stringify(leftIn(kept).filter(({ id }) => !said.has(id))));
};

/** Says in the log, until the signal, what operators do beside this process. */
export const watchActs = async (
  ports: ActPorts,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (; !signal.aborted; await pauseUntil(signal, LOOK_MS))
    await takeActs(ports).catch((error: unknown) => {
      // while nothing can be written, which is named elsewhere, they stay in the vault
      if (!isOutage(error)) onFailure(error);
    });
};
