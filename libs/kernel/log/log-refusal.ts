import { pauseUntil } from '../async/keep-going';
import { Unavailable, type EventStore, type Vault } from '../ports';
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

/** Why a log is not written. */
export type NotWritten = {
  /** A sentence, while the log is read-only. */
  refusal: string | null;
  /** A sentence, when the first record is missing or damaged: the log is read-only until it is repaired and opened again. */
  readonly damage: string | null;
  /** A sentence, once a newer Dosar writes to the log: this process stops writing. */
  outgrown: string | null;
  /** A sentence, while the disk has too little room. */
  full: string | null;
};

/** Why this process writes nothing; null: it writes. */
export const notWritten = ({ outgrown, refusal, damage, full }: NotWritten): string | null =>
  outgrown ?? refusal ?? damage ?? full;

/** A log that rejects appends while it is not accepted, or once a newer Dosar writes to it. */
export const refusing = (events: EventStore, log: NotWritten): EventStore => ({
  ...events,
  append: (stream, seen, records) =>
    notWritten(log) === null ? events.append(stream, seen, records) : Promise.reject(new Unavailable(notWritten(log)!)),
});
