import { setTimeout as pause } from 'node:timers/promises';
import type { ResolvedEvent } from '@eventstore/db-client';
import { wakeUp } from '@dosar/kernel/async/wake-up';
import { within } from '../../patience';

const BATCH = 1_000;
/** For a stream read by `batchesOf`: it buffers one batch, and the rest waits on the server. */
export const BUFFER = { highWaterMark: BATCH } as const;

/** The parts of the driver's stream that are needed. */
type Arriving = {
  readonly readableLength: number;
  read(): unknown;
  on(event: 'readable' | 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};
type Until = {
  readonly signal?: AbortSignal;
  /** How long to wait for the next event. */
  readonly patienceMs?: number;
  /** While a batch is processed, the next one is gathered. */
  readonly isGathered?: boolean;
};

/** How close events must be to be gathered into one batch, relative to the time such a batch takes. */
const GATHERED = { gap: 0.5, inAll: 5, mostGapMs: 80, mostMs: 400, leastWorkMs: 4 } as const;

/**
 * An event that arrived while the last batch was processed shows that several writers are active: more events are awaited as
 * long as they keep coming, since a batch costs the views about the same whatever its size. A single writer never waits.
 */
const gathered = async (stream: Arriving, workedMs: number): Promise<void> => {
  if (workedMs < GATHERED.leastWorkMs) return;
  const until = performance.now() + Math.min(GATHERED.mostMs, workedMs * GATHERED.inAll);
  const gap = Math.min(GATHERED.mostGapMs, workedMs * GATHERED.gap);
  for (let had = 0; had < stream.readableLength && stream.readableLength < BATCH && performance.now() < until;) {
    had = stream.readableLength;
    await pause(gap);
  }
};

/** Events received together are passed on together: the driver emits those of one network packet one by one. */
const gather = () => new Promise((go) => setImmediate(go));

/** Events of a stream of the driver, in batches of what has arrived. Errors of the stream are thrown. */
export const batchesOf = async function* (
  stream: Arriving,
  { signal, patienceMs, isGathered = false }: Until = {},
): AsyncGenerator<readonly ResolvedEvent[]> {
  const news = wakeUp();
  const state: { failure?: Error; ended?: boolean } = {};
  const end = () => {
    state.ended = true;
    news.wake();
  };
  const fail = (failure: Error) => {
    state.failure = failure;
    news.wake();
  };
  stream.on('readable', news.wake);
  stream.on('end', end);
  stream.on('close', end);
  stream.on('error', fail);
  signal?.addEventListener('abort', news.wake);

  try {
    while (!signal?.aborted) {
      const seen = news.now();
      const batch = waiting(stream);
      if (batch.length > 0) {
        const began = performance.now();
        yield batch;
        if (isGathered) await gathered(stream, performance.now() - began);
      } else if (state.failure) throw state.failure;
      else if (state.ended) return;
      else {
        await (patienceMs ? within(patienceMs, news.since(seen), 'EventStoreDB') : news.since(seen));
        await gather();
      }
    }
  } finally {
    signal?.removeEventListener('abort', news.wake);
  }
};

const waiting = (stream: Arriving): ResolvedEvent[] => {
  const batch: ResolvedEvent[] = [];
  for (let event: unknown; batch.length < BATCH && (event = stream.read()) !== null;)
    batch.push(event as ResolvedEvent);
  return batch;
};
