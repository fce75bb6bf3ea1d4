import type { OpenedPorts } from '@dosar/adapters/open-ports';
import { readHead, updateIn, type Vault } from '@dosar/kernel/runtime';

type Verify = NonNullable<OpenedPorts['verify']>;
export type Verified = NonNullable<Parameters<Verify>[0]>;

/** How far the log was verified, in the vault, and when its end was reached (ISO 8601). */
type Kept = Verified & { readonly doneAt: string | null };

const PLACE = 'log/verified';
/** Starting has the machine to itself for so long. */
const AFTER_MS = 10_000;
const PASS_MS = 24 * 60 * 60 * 1000;

/** Verifies the whole of an embedded log in the pauses of its writer, once a day, and goes on where it was left. */
export const verification = (onFailure: (error: Error) => void) => {
  let begin: (from: Verified | null) => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  let keep: (kept: Kept) => void = () => {};
  const later = (from: Verified | null, ms: number) => {
    timer = setTimeout(() => begin(from), ms).unref();
  };

  return {
    /** What the log's writer tells of how far it has come. */
    onVerified: (verified: Verified, isDone: boolean): void => {
      keep({ ...verified, doneAt: isDone ? new Date().toISOString() : null });
      if (isDone) later(null, PASS_MS);
    },
    async run(verify: Verify, vault: Vault, signal: AbortSignal): Promise<void> {
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      begin = (from) => {
        if (!signal.aborted) readHead(vault).then((known) => verify(from, known), onFailure);
      };
      keep = (kept) => {
        if (!signal.aborted) updateIn(vault, PLACE, () => JSON.stringify(kept)).catch(onFailure);
      };
      const text = await vault.get(PLACE);
      const kept = text === null ? null : (JSON.parse(text) as Kept);
      const isDone = kept !== null && kept.doneAt !== null;
      const dueIn = isDone ? Date.parse(kept.doneAt) + PASS_MS - Date.now() : 0;
      later(isDone ? null : kept, Math.max(AFTER_MS, dueIn));
    },
  };
};
