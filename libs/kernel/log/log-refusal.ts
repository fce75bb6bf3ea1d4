import { pauseUntil } from '../async/keep-going';
import type { Vault } from '../ports';
import { updateIn } from '../keys/update-in';

/** The place of a sentence in the vault: why the log is read-only until an operator accepts it; empty when accepted. */
export const REFUSED = 'log/refused';
/** The value of an accepted log. */
export const NOT_REFUSED = '';

/** The place of a sentence in the vault: which record is damaged, in a log that several processes write to. */
const DAMAGED = 'log/damaged';

/** How soon a running process notices what an operator or another process has stored. */
const LOOK_MS = 500;

type Read = Pick<Vault, 'get'>;

/** Why the log is read-only; null when it is not. */
export const readRefusal = async (vault: Read): Promise<string | null> =>
  (await vault.get(REFUSED)) || (await readDamage(vault));

/** The damaged record that is known; null while none is. */
export const readDamage = async (vault: Read): Promise<string | null> => (await vault.get(DAMAGED)) || null;

/** Makes the log read-only for all processes until the whole log was verified. */
export const noteDamage = async (vault: Vault, what: string): Promise<void> => {
  await updateIn(vault, DAMAGED, (kept) => kept || what);
};

/** For a log that was verified as a whole. */
export const forgetDamage = async (vault: Vault): Promise<void> => {
  if ((await readDamage(vault)) !== null) await updateIn(vault, DAMAGED, () => NOT_REFUSED);
};

/** Makes the log read-only for all processes until an operator accepts it. An earlier reason stays. */
export const refuseLog = async (vault: Vault, why: string): Promise<void> => {
  await updateIn(vault, REFUSED, (kept) => kept || why);
};

export type OnRefusal = (refusal: string | null, isDamage: boolean) => void;

/** Reports, until the signal aborts, when the log becomes read-only or is accepted, by this process or another. */
export const watchRefusal = async (
  vault: Pick<Vault, 'get'>,
  known: string | null,
  onChange: OnRefusal,
  signal: AbortSignal,
): Promise<void> => {
  for (let told = known; !signal.aborted; await pauseUntil(signal, LOOK_MS)) {
    // a failed read counts as no change: nobody can have accepted anything meanwhile
    const now = await readRefusal(vault).catch(() => told);
    if (now === told || signal.aborted) continue;
    const isDamage = now !== null && now === (await readDamage(vault).catch(() => null));
    onChange((told = now), isDamage);
  }
};
