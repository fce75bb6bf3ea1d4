import { setTimeout as pause } from 'node:timers/promises';
import type { ResolvedEvent } from '@eventstore/db-client';
import { wakeUp } from '@dosar/kernel/async/wake-up';
import { within } from '../../patience';

const BATCH = 1_000;
/** For a stream that is handed to `batchesOf`: it holds one batch, and what does not fit waits on the server. */
export const BUFFER = { highWaterMark: BATCH } as const;

/** What a stream of the driver can do that is needed here. */
type Arriving = {
  readonly readableLength: number;
  read(): unknown;
  on(event: 'readable' | 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};
type Until = {
  readonly signal?: AbortSignal;
  /** How long the next event may take. */
  readonly patienceMs?: number;
  /** While a batch is worked on, the next is gathered. */
  readonly isGathered?: boolean;
};

/** What comes so soon after another, measured by how long such a batch is worked on, may come with it. */
const GATHERED = { gap: 0.5, inAll: 5, mostGapMs: 80, mostMs: 400, leastWorkMs: 4 } as const;

/**
 * Several are at work when something has come while the last batch was worked on: more of theirs is waited for, as long as
 * it keeps coming, since a batch costs its views about the same however much it is. Whoever writes alone never waits.
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

/** What has arrived together is handed on together: events come one by one out of what the network brought at once. */
const gather = () => new Promise((go) => setImmediate(go));

/** What arrives on a stream of the driver, as much at a time as there is. What the stream fails with is thrown. */
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
