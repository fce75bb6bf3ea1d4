import { ofClient, ofInstallation, refuse, yearOf, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { BulkEvents, type BulkEvent } from './bulk.events';

export type BulkCommand =
  | Message<'StartBulk', Omit<DataOf<BulkEvent, 'BulkStarted'>, 'year'>>
  | Message<'ProgressBulk', DataOf<BulkEvent, 'BulkProgressed'>>
  | Message<'CancelBulk', Record<string, never>>
  /**
   * `reached`: how many things were processed, including failed ones. `done`: given when `failed` does not list every
   * failure.
   */
  | Message<
      'FinishBulk',
      Pick<DataOf<BulkEvent, 'BulkFinished'>, 'failed' | 'made'> & { readonly reached: number; readonly done?: number }
    >;

export type BulkRefusal = 'bulk/unknown' | 'bulk/over';

export type BulkState = {
  readonly started: DataOf<BulkEvent, 'BulkStarted'> | null;
  /** ISO 8601; null before the start. */
  readonly startedAt: string | null;
  readonly done: number;
  readonly cancelled: boolean;
  /** The result; null while it is under way. */
  readonly finished: DataOf<BulkEvent, 'BulkFinished'> | null;
};

/** An archive that is refused is refused whole; what was left out of another is said by `done`. */
const doneOf = ({ total }: DataOf<BulkEvent, 'BulkStarted'>, reached: number, failed: number): number =>
  total === undefined ? reached - failed : reached > failed ? total : 0;

const pagesOf = (started: BulkState['started']): number =>
  started?.documents?.reduce((sum, { pages }) => sum + pages.length, 0) ?? 0;

/** An operation over many things: the request, its progress, and its result. */
export const bulk: Decider<BulkState, BulkCommand, BulkEvent, BulkRefusal> = {
  events: BulkEvents,
  initial: () => ({ started: null, startedAt: null, done: 0, cancelled: false, finished: null }),

  decide: {
    StartBulk: (asked, { started }, { now }) =>
      started ? [] : [{ type: 'BulkStarted', data: { ...asked, year: yearOf(now) } }],
    ProgressBulk: ({ done }, state) => {
      if (!state.started) return refuse('bulk/unknown');
      return state.finished || done <= state.done ? [] : [{ type: 'BulkProgressed', data: { done } }];
    },
    CancelBulk: (_, { started, finished, cancelled }) => {
      if (!started) return refuse('bulk/unknown');
      if (finished && finished.status !== 'cancelled') return refuse('bulk/over');
      return cancelled ? [] : [{ type: 'BulkCancelled', data: {} }];
    },
    FinishBulk: ({ failed, made, reached, done: said }, { started, finished, cancelled }) => {
      if (!started) return refuse('bulk/unknown');
      if (finished) return [];
      const done = said ?? doneOf(started, reached, failed.length);
      const isCut = cancelled && reached < (said === undefined ? started.items.length : started.total!);
      const isWhole = failed.length === 0 && (said === undefined || said === started.total);
      const status = isCut ? 'cancelled' : isWhole ? 'completed' : done === 0 ? 'failed' : 'partial';
      const { clientId } = started;
      return [{ type: 'BulkFinished', data: { clientId, status, done, failed, ...(made && { made }) } }];
    },
  },

  evolve: {
    BulkStarted: (started, state, { now }) => ({ ...state, started, startedAt: now }),
    BulkCancelled: (_, state) => ({ ...state, cancelled: true }),
    BulkProgressed: ({ done }, state) => ({ ...state, done }),
    BulkFinished: (finished, state) => ({ ...state, done: finished.done, finished }),
  },
  belongsTo: (_, __, { started }) => (started ? ofClient(started.clientId) : ofInstallation),
  weigh: ({ started, finished }) =>
    1_000 + 200 * ((started?.items.length ?? 0) + pagesOf(started) + (finished?.failed.length ?? 0)),
};
