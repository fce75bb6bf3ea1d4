import { isOutage } from '../model/damage';
import { newId } from './ids';
import { sayOfInstallation } from './installation-stream';
import type { InstallationEvent } from '../model/installation.events';
import { pauseUntil } from '../async/keep-going';
import type { DataOf } from '../model/message';
import type { EventStore, Vault } from '../ports';
import { updateIn } from '../keys/update-in';

export type OperatorAct = DataOf<InstallationEvent, 'OperatorActed'>;

/** The place in the vault of operators' acts that are not in the log yet, a list in JSON. */
export const ACTS = 'acts';
const NONE = '[]';
/** How soon a running server writes them to the log. */
const LOOK_MS = 1_000;

type Left = OperatorAct & { readonly id: string };

const leftIn = (kept: string | null): readonly Left[] => JSON.parse(kept ?? NONE) as readonly Left[];

/** An act: what was done, and to what. */
export const operatorAct = (
  what: OperatorAct['what'],
  { about = null, count = null, root = null }: Partial<Pick<OperatorAct, 'about' | 'count' | 'root'>>,
  now: Date = new Date(),
): OperatorAct => ({ what, about, count, root, actedAt: now.toISOString() });

/**
 * Leaves an act of an operator in the vault: a running server writes it to the log, or else the next one that starts.
 */
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
 * Writes the acts left in the vault to the log, each once: its random id is that of the command, which is looked up
 * before it is written, and it is removed from the vault only afterwards.
 * @throws Unavailable when nothing can be written
 */
export const takeActs = async ({ events, vault }: ActPorts, now: Date = new Date()): Promise<void> => {
  const kept = await vault.get(ACTS);
  // stores an explicit empty list: some vaults repeat a missing read on another member, and this one is read all the
  // time
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

/** Writes operators' acts to the log until the signal aborts. */
export const watchActs = async (
  ports: ActPorts,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (; !signal.aborted; await pauseUntil(signal, LOOK_MS))
    await takeActs(ports).catch((error: unknown) => {
      // acts stay in the vault while nothing can be written; the outage is reported elsewhere
      if (!isOutage(error)) onFailure(error);
    });
};
