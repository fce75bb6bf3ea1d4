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

/** How far the log was verified, in the vault, when that was begun and said, and when its end was reached (ISO 8601). */
type Kept = Verified & { readonly begunAt?: string; readonly toldAt?: string; readonly doneAt: string | null };

/** Starting has the machine to itself for so long. */
const AFTER_MS = 10_000;
/** Of a short log each pass is soon over, and it is read again within a minute; a long one costs a twentieth of the time. */
const PASS = { leastMs: 40_000, mostMs: 24 * 60 * 60 * 1000, times: 20 } as const;
/** Whoever verifies says how far it is every few seconds: when it has said nothing for so long, another goes on. */
const SILENT_MS = 30_000;
const NOTHING: Verified = { at: 0, roots: [] };

const keptIn = (text: string | null): Kept | null => (text === null ? null : (JSON.parse(text) as Kept));

/** How long nothing is verified behind a pass. */
const restAfter = ({ begunAt, doneAt }: Kept): number => {
  const took = begunAt === undefined || doneAt === null ? Infinity : Date.parse(doneAt) - Date.parse(begunAt);
  return Math.min(PASS.mostMs, Math.max(PASS.leastMs, PASS.times * took));
};

/** When there is something to verify for whoever asks, and was started then: what was done before may have been undone. */
const dueAt = (kept: Kept | null, startedAt: number): number => {
  if (kept === null) return 0;
  if (kept.doneAt !== null) return Date.parse(kept.doneAt) < startedAt ? 0 : Date.parse(kept.doneAt) + restAfter(kept);
  return kept.toldAt === undefined ? 0 : Date.parse(kept.toldAt) + SILENT_MS;
};

/** That a record is damaged, as all processes know it as soon as that can be said. */
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

/** Verifies the whole log in the pauses, at each start and again and again, goes on where it was left, and in one process of several. */
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

  /** Begins, when it is due and nobody else does. */
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
    /** What the log tells of how far it was verified. */
    onVerified: (verified: Verified, isDone: boolean): void => {
      if (running === null || running.signal.aborted) return;
      const now = new Date().toISOString();
      const kept: Kept = { ...verified, begunAt, toldAt: now, doneAt: isDone ? now : null };
      updateIn(running.vault, VERIFIED, () => JSON.stringify(kept)).catch(onFailure);
      if (isDone) later(restAfter(kept));
    },
    /** The log is not what was known of it: nothing is written any more until it is accepted, which is looked for. */
    onRewritten: (what: string): void => {
      if (running === null || running.signal.aborted) return;
      refuseLog(running.vault, `${what}; ${UNTIL_ACCEPTED}`).catch(onFailure);
      later(SILENT_MS);
    },
    /** Several processes write to the log: none of them does while a record is known to be damaged. */
    onSharedDamage: damage.note,
    onWhole: damage.forget,
    /** Another process has found the log to be whole, in which this one knows of damage: it looks for itself. */
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
