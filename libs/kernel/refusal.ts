import { pauseUntil } from './keep-going';
import type { Vault } from './ports';
import { updateIn } from './update-in';

/** A sentence in the vault: why nothing is written to this log until an operator has accepted it; none when it is accepted. */
export const REFUSED = 'log/refused';
/** What stands there then. */
export const NOT_REFUSED = '';

/** So soon a process that runs knows what an operator, or another process that was started, has found. */
const LOOK_MS = 500;

/** Why nothing is written; null when it is. */
export const readRefusal = async (vault: Pick<Vault, 'get'>): Promise<string | null> =>
  (await vault.get(REFUSED)) || null;

/** Nothing is written any more, by any process, until an operator has accepted the log. A reason that stands stays. */
export const refuseLog = async (vault: Vault, why: string): Promise<void> => {
  await updateIn(vault, REFUSED, (kept) => kept || why);
};

/** Tells, until the signal, whenever the log is refused or accepted: it may be by another process. */
export const watchRefusal = async (
  vault: Pick<Vault, 'get'>,
  known: string | null,
  onChange: (refusal: string | null) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (let told = known; !signal.aborted; await pauseUntil(signal, LOOK_MS)) {
    // who cannot ask looks again: nobody can have accepted anything either
    const now = await readRefusal(vault).catch(() => told);
    if (now === told || signal.aborted) continue;
    onChange((told = now));
  }
};
