import { Unavailable, type EventStore, type ReadStore, type StoredRecord } from '../ports';
import { maxPosition, type EventRegistry, type Position } from '../model/event';
import { keepGoing, pauseUntil, untilDone } from '../async/keep-going';
import { pace } from '../async/pace';
import { concerns, type None, type Projector } from '../model/projector';
import { unopened } from '../log/opened-record';
import { typeOf, UNKNOWN_TYPE } from '../log/record';
import { viewRows, type OnRow } from './view-rows';
import type { Stop } from './view-runner';

const LOOK_MS = 100;
/** How long a caller waits for a position before the view counts as unavailable. */
const PATIENCE_MS = 5_000;

export type ViewMemoryPorts<R> = {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly reads: ReadStore;
  readonly registry: EventRegistry;
  readonly onRow?: OnRow<R>;
  /** Called once everything up to this batch is known here. */
  readonly onStep?: (batch: readonly StoredRecord[]) => void;
  /** Called on an outage while following: it is tried again. */
  readonly onFailure?: (error: Error) => void;
  readonly onStop?: (stop: Stop) => void;
  /** The key of the sums of its rows, where it has them; null: they are not verified. */
  readonly rowsKey?: Buffer | null;
  /** Called when its rows are not those that were written: they are rejected. */
  readonly onChangedRows?: (view: string) => void;
};

type ViewMemory<R, B> = ReturnType<typeof viewMemory<R, B>>;
/** The type of the memory of that view. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever events and by whatever columns the view is made
export type MemoryOf<P> = P extends Projector<any, infer R, infer B, any> ? ViewMemory<R, B> : never;

/**
 * A view in memory: loaded from its rows, then updated by following the log itself, so that it includes an event as
 * soon as that is stored. Its projector must need no personal data.
 */
export const viewMemory = <R, B = None>(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever events and by whatever columns the view is made
  projector: Projector<any, R, B, any>,
  ports: ViewMemoryPorts<R | B[keyof B]>,
) => {
  const { events, reads, registry, onStep = () => {}, onFailure = () => {} } = ports;
  const { rowsKey = null, onChangedRows = () => {} } = ports;
  const onWrong = async () => {
    onChangedRows(projector.view);
    // in a process that does not write the views this changes nothing: the writing process verifies rows when it starts
    await reads.drop(projector).catch(onFailure);
  };
  const rows = viewRows<R, B>(projector, registry, ports.onRow, rowsKey && { key: rowsKey, onWrong });
  const waiting = new Set<() => void>();
  let at: Position | null = null;
  let lostSince: number | null = null;
  let isReady = false;
  let stop: Stop | null = null;

  const step = (batch: readonly StoredRecord[]) => {
    at = batch.at(-1)!.position;
    for (const go of waiting) go();
    onStep(batch);
  };

  const follow = async (signal: AbortSignal) => {
    rows.beginAt(at);
    // with no new record there would be no batch to show that the log is reachable again
    if (maxPosition(await events.head(), at) === at) lostSince = null;
    for await (const batch of events.follow(at, signal)) {
      lostSince = null;
      const rest = pace();
      for (const record of batch) {
        const type = typeOf(record);
        if (type !== UNKNOWN_TYPE && !concerns(projector, type)) continue;
        const stopped = await rows.project(unopened(record));
        if (stopped) {
          ports.onStop?.((stop = stopped));
          for (const go of waiting) go();
          return new Promise<void>((end) => signal.addEventListener('abort', () => end(), { once: true }));
        }
        await rest();
      }
      step(batch);
    }
  };

  /** Waits, polling, until the projector has filled the view. */
  const load = async (signal: AbortSignal) => {
    for (;;) {
      const position = await rows.load(reads);
      if (signal.aborted) return;
      if (position !== undefined) return void (at = position);
      await pauseUntil(signal, LOOK_MS);
    }
  };

  const until = (isSo: () => boolean, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });

  const reach = async (position: Position): Promise<void> => {
    if (isReady && at !== null && at >= position) return;
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        settle();
      };
      const look = () => isReady && at !== null && at >= position && end(resolve);
      const timer = setTimeout(() => end(() => reject(new Unavailable('the log is out of reach'))), PATIENCE_MS);
      waiting.add(look);
    });
  };

  return {
    get: rows.get,
    beside: rows.beside,
    values: () => rows.values(),
    get position() {
      return at;
    },
    get isReady() {
      return isReady;
    },
    get stop() {
      return stop;
    },
    /** Since when it cannot follow the log; null while it can. */
    get lostSince() {
      return lostSince;
    },
    /** Resolves when everything up to that position is known here. @throws Unavailable */
    reach,
    /** Resolves when everything written before is known; continues to follow until the signal aborts. */
    async open(signal: AbortSignal): Promise<void> {
      const failed = (error: Error) => {
        lostSince ??= performance.now();
        onFailure(error);
      };
      let head: Position | null = null;
      const begin = async () => {
        await load(signal);
        head = await events.head();
      };
      await untilDone(begin, signal, failed);
      void keepGoing(() => follow(signal), signal, failed);
      await until(() => signal.aborted || stop !== null || maxPosition(at, head) === at, signal);
      isReady = !signal.aborted;
      for (const go of waiting) go();
    },
  };
};
