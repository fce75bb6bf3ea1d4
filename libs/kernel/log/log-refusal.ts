import { pauseUntil } from '../async/keep-going';
import type { Vault } from '../ports';
import { updateIn } from '../keys/update-in';

/** A sentence in the vault: why nothing is written to this log until an operator has accepted it; none when it is accepted. */
export const REFUSED = 'log/refused';
/** What stands there then. */
export const NOT_REFUSED = '';

/** A sentence in the vault: which record is not what was written, in a log that several processes write to. */
const DAMAGED = 'log/damaged';

/** So soon a process that runs knows what an operator, or another process that was started, has found. */
const LOOK_MS = 500;

type Read = Pick<Vault, 'get'>;

/** Why nothing is written; null when it is. */
export const readRefusal = async (vault: Read): Promise<string | null> =>
  (await vault.get(REFUSED)) || (await readDamage(vault));

/** Which record is known to be damaged; null while none is. */
export const readDamage = async (vault: Read): Promise<string | null> => (await vault.get(DAMAGED)) || null;

/** Nothing is written any more, by any process, until the whole log was found to be what was written. */
export const noteDamage = async (vault: Vault, what: string): Promise<void> => {
  await updateIn(vault, DAMAGED, (kept) => kept || what);
};

/** The whole log was read, and all of it is what was written. */
export const forgetDamage = async (vault: Vault): Promise<void> => {
  if ((await readDamage(vault)) !== null) await updateIn(vault, DAMAGED, () => NOT_REFUSED);
};

/** Nothing is written any more, by any process, until an operator has accepted the log. A reason that stands stays. */
export const refuseLog = async (vault: Vault, why: string): Promise<void> => {
  await updateIn(vault, REFUSED, (kept) => kept || why);
};

export type OnRefusal = (refusal: string | null, isDamage: boolean) => void;

/** Tells, until the signal, whenever the log is refused or accepted: it may be by another process. */
export const watchRefusal = async (
  vault: Pick<Vault, 'get'>,
  known: string | null,
  onChange: OnRefusal,
  signal: AbortSignal,
): Promise<void> => {
  for (let told = known; !signal.aborted; await pauseUntil(signal, LOOK_MS)) {
    // who cannot ask looks again: nobody can have accepted anything either
    const now = await readRefusal(vault).catch(() => told);
    if (now === told || signal.aborted) continue;
    const isDamage = now !== null && now === (await readDamage(vault).catch(() => null));
    onChange((told = now), isDamage);
  }
};
