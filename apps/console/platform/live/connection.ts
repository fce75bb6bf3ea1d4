import { systemApi } from '@dosar/contracts';
import { Refused, Unreachable } from '../refusals';
import { send } from '../send';

/** So often somebody asks who waits for the server, and so much later at most: not all consoles at the same time. */
const EVERY_MS = 1_000;
const SPREAD_MS = 500;
/** What fails although the server answers is tried more and more rarely. */
const RAREST_MS = 30_000;
const PATIENCE_MS = 3_000;

/** Whether asking again later may help. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refused && [502, 503, 504].includes(error.status));

const listeners = new Set<() => void>();
let asking: ReturnType<typeof setTimeout> | null = null;
let pause = EVERY_MS;
let answeredAt = 0;

/** Is called each time when the server answers again. @returns how to stop listening. */
export const onBack = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The server answers again: whatever could not be read is read now. */
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

/** Something could not be read since nobody answered: asks until somebody does. */
export const awaitConnection = (): void => {
  if (Date.now() - answeredAt > 2 * RAREST_MS) pause = EVERY_MS;
  asking ??= setTimeout(() => void ask(), pause + Math.random() * SPREAD_MS);
};
