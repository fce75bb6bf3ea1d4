import { systemApi } from '@dosar/contracts';
import { send } from '../send';

/** How often the server is polled while it is unavailable, with jitter, so that consoles do not return at the same time. */
const EVERY_MS = 1_000;
const SPREAD_MS = 500;
/** Longest backoff, for failures although the server answers. */
const RAREST_MS = 30_000;
const PATIENCE_MS = 3_000;

const listeners = new Set<() => void>();
let asking: ReturnType<typeof setTimeout> | null = null;
let pause = EVERY_MS;
let answeredAt = 0;

/** Called each time the server answers again. @returns a function that stops listening */
export const onBack = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The server answers again: failed reads are repeated. */
export const connectionIsBack = (): void => {
  if (asking !== null) clearTimeout(asking);
  asking = null;
  for (const listener of [...listeners]) listener();
};

const ask = async () => {
  const answered = await send(systemApi.ready, {}, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );
  asking = null;
  pause = answered ? Math.min(2 * pause, RAREST_MS) : EVERY_MS;
  if (!answered) return awaitConnection();
  answeredAt = Date.now();
  connectionIsBack();
};

/** Polls after a failed read until the server answers. */
export const awaitConnection = (): void => {
  if (Date.now() - answeredAt > 2 * RAREST_MS) pause = EVERY_MS;
  asking ??= setTimeout(() => void ask(), pause + Math.random() * SPREAD_MS);
};
