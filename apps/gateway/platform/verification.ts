import type { OpenedPorts } from '@dosar/adapters/open-ports';
import { readHead, refuseLog, updateIn, VERIFIED, type Vault } from '@dosar/kernel/runtime';

type Verify = OpenedPorts['verify'];
export type Verified = NonNullable<Parameters<Verify>[0]>;

/** How far the log was verified, in the vault, and when that was said, and its end was reached (ISO 8601). */
type Kept = Verified & { readonly toldAt?: string; readonly doneAt: string | null };

/** Starting has the machine to itself for so long. */
const AFTER_MS = 10_000;
const PASS_MS = 24 * 60 * 60 * 1000;
/** Whoever verifies says how far it is every few seconds: when it has said nothing for so long, another goes on. */
const SILENT_MS = 30_000;
const NOTHING: Verified = { at: 0, roots: [] };

const keptIn = (text: string | null): Kept | null => (text === null ? null : (JSON.parse(text) as Kept));

/** When there is something to verify for whoever asks, and was started then: what was done before may have been undone. */
const dueAt = (kept: Kept | null, startedAt: number): number => {
  if (kept === null) return 0;
  if (kept.doneAt !== null) return Date.parse(kept.doneAt) < startedAt ? 0 : Date.parse(kept.doneAt) + PASS_MS;
  return kept.toldAt === undefined ? 0 : Date.parse(kept.toldAt) + SILENT_MS;
};

/** Verifies the whole log in the pauses, at each start and once a day, goes on where it was left, and in one process of several. */
export const verification = (onFailure: (error: Error) => void) => {
  let timer: NodeJS.Timeout | undefined;
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
    const begun: Kept = { ...(from ?? NOTHING), toldAt: new Date().toISOString(), doneAt: null };
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
      const kept: Kept = { ...verified, toldAt: now, doneAt: isDone ? now : null };
      updateIn(running.vault, VERIFIED, () => JSON.stringify(kept)).catch(onFailure);
      if (isDone) later(PASS_MS);
    },
    /** The log is not what was known of it: nothing is written any more. */
    onRewritten: (what: string): void => void (running && refuseLog(running.vault, what).catch(onFailure)),
    run(verify: Verify, vault: Vault, signal: AbortSignal): void {
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      running = { verify, vault, signal };
      later(AFTER_MS);
    },
  };
};
