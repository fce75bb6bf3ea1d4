import type { OpenedPorts } from '@dosar/adapters/open-ports';
import {
  forgetDamage,
  noteDamage,
  readHead,
  refuseLog,
  UNTIL_ACCEPTED,
  updateIn,
  VERIFIED,
  type Vault,
} from '@dosar/kernel/runtime';

type Verify = OpenedPorts['verify'];
export type Verified = NonNullable<Parameters<Verify>[0]>;

/** Place in the vault: how far the log was verified, with the times of begin, last report and end (ISO 8601). */
type Kept = Verified & { readonly begunAt?: string; readonly toldAt?: string; readonly doneAt: string | null };

/** How long the start is left undisturbed. */
const AFTER_MS = 10_000;
/** A short log is verified again within a minute; a long one for a twentieth of the time. */
const PASS = { leastMs: 40_000, mostMs: 24 * 60 * 60 * 1000, times: 20 } as const;
/** The verifying process reports every few seconds: after this silence another continues. */
const SILENT_MS = 30_000;
const NOTHING: Verified = { at: 0, roots: [] };

const keptIn = (text: string | null): Kept | null => (text === null ? null : (JSON.parse(text) as Kept));

/** The pause after a pass. */
const restAfter = ({ begunAt, doneAt }: Kept): number => {
  const took = begunAt === undefined || doneAt === null ? Infinity : Date.parse(doneAt) - Date.parse(begunAt);
  return Math.min(PASS.mostMs, Math.max(PASS.leastMs, PASS.times * took));
};

/** When the next verification is due, for a process started at that time: earlier results may not hold any more. */
const dueAt = (kept: Kept | null, startedAt: number): number => {
  if (kept === null) return 0;
  if (kept.doneAt !== null) return Date.parse(kept.doneAt) < startedAt ? 0 : Date.parse(kept.doneAt) + restAfter(kept);
  return kept.toldAt === undefined ? 0 : Date.parse(kept.toldAt) + SILENT_MS;
};

/** Shares the knowledge of damage among processes as soon as possible. */
const knownDamage = (onFailure: (error: Error) => void) => {
  let damage: string | null = null;
  let vault: Vault | null = null;
  const keep = () => {
    if (damage !== null && vault) noteDamage(vault, damage).catch(onFailure);
  };
  return {
    isKnown: () => damage !== null,
    note: (what: string): void => {
      damage = what;
      keep();
    },
    forget: (): void => {
      damage = null;
      if (vault) forgetDamage(vault).catch(onFailure);
    },
    keepIn: (opened: Vault): void => {
      vault = opened;
      keep();
    },
  };
};

/**
 * Verifies the whole log in pauses, at each start and repeatedly, continuing where it was left, in one of several processes.
 */
export const verification = (onFailure: (error: Error) => void) => {
  let timer: NodeJS.Timeout | undefined;
  const damage = knownDamage(onFailure);
  let begunAt = new Date().toISOString();
  const startedAt = Date.now();
  let running: { readonly verify: Verify; readonly vault: Vault; readonly signal: AbortSignal } | null = null;

  const later = (ms: number) => {
    const again = (error: Error) => {
      onFailure(error);
      later(SILENT_MS);
    };
    timer = setTimeout(() => void look().catch(again), ms).unref();
  };

  /** Begins when it is due and no other process does it. */
  const look = async (): Promise<void> => {
    const { verify, vault, signal } = running!;
    if (signal.aborted) return;
    const text = await vault.get(VERIFIED);
    const kept = keptIn(text);
    const dueIn = dueAt(kept, startedAt) - Date.now();
    if (dueIn > 0) return later(dueIn);
    const from = kept === null || kept.doneAt !== null ? null : kept;
    const now = new Date().toISOString();
    begunAt = from?.begunAt ?? now;
    const begun: Kept = { ...(from ?? NOTHING), begunAt, toldAt: now, doneAt: null };
    const mine = JSON.stringify(begun);
    const isMine = await (text === null ? vault.putIfAbsent(VERIFIED, mine) : vault.replaceIf(VERIFIED, text, mine));
    if (!isMine) return later(SILENT_MS);
    const known = await readHead(vault);
    if (!signal.aborted) verify(from, known);
  };

  return {
    /** Progress of the verification. */
    onVerified: (verified: Verified, isDone: boolean): void => {
      if (running === null || running.signal.aborted) return;
      const now = new Date().toISOString();
      const kept: Kept = { ...verified, begunAt, toldAt: now, doneAt: isDone ? now : null };
      updateIn(running.vault, VERIFIED, () => JSON.stringify(kept)).catch(onFailure);
      if (isDone) later(restAfter(kept));
    },
    /** The log differs from the known one: it becomes read-only until it is accepted. */
    onRewritten: (what: string): void => {
      if (running === null || running.signal.aborted) return;
      refuseLog(running.vault, `${what}; ${UNTIL_ACCEPTED}`).catch(onFailure);
      later(SILENT_MS);
    },
    /** A log shared by several writers is read-only for all of them while a record is damaged. */
    onSharedDamage: damage.note,
    onWhole: damage.forget,
    /** Another process has found the log to be undamaged: this one verifies it, too. */
    async again(): Promise<void> {
      if (damage.isKnown() && running) running.verify(null, await readHead(running.vault));
    },
    run(verify: Verify, vault: Vault, signal: AbortSignal): void {
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      running = { verify, vault, signal };
      damage.keepIn(vault);
      later(AFTER_MS);
    },
  };
};

export type Verification = ReturnType<typeof verification>;
