import { ofClient, ofInstallation, refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { BulkEvents, type BulkEvent } from './bulk.events';

export type BulkCommand =
  | Message<'StartBulk', DataOf<BulkEvent, 'BulkStarted'>>
  | Message<'ProgressBulk', DataOf<BulkEvent, 'BulkProgressed'>>
  | Message<'FinishBulk', Pick<DataOf<BulkEvent, 'BulkFinished'>, 'failed' | 'made'>>;

export type BulkRefusal = 'bulk/unknown';

export type BulkState = {
  readonly started: DataOf<BulkEvent, 'BulkStarted'> | null;
  readonly done: number;
  readonly finished: boolean;
};

/** An archive is unpacked whole or not at all; of other things some may fail. */
const doneOf = ({ items, total }: DataOf<BulkEvent, 'BulkStarted'>, failed: number): number =>
  total === undefined ? items.length - failed : failed === 0 ? total : 0;

/** An operation over many things: what was asked for, how far it came, how it ended. */
export const bulk: Decider<BulkState, BulkCommand, BulkEvent, BulkRefusal> = {
  events: BulkEvents,
  initial: () => ({ started: null, done: 0, finished: false }),

  decide: {
    StartBulk: (asked, { started }) => (started ? [] : [{ type: 'BulkStarted', data: asked }]),
    ProgressBulk: ({ done }, state) => {
      if (!state.started) return refuse('bulk/unknown');
      return state.finished || done <= state.done ? [] : [{ type: 'BulkProgressed', data: { done } }];
    },
    FinishBulk: ({ failed, made }, { started, finished }) => {
      if (!started) return refuse('bulk/unknown');
      if (finished) return [];
      const done = doneOf(started, failed.length);
      const status = failed.length === 0 ? 'completed' : done === 0 ? 'failed' : 'partial';
      return [{ type: 'BulkFinished', data: { status, done, failed, ...(made && { made }) } }];
    },
  },

  evolve: {
    BulkStarted: (started, state) => ({ ...state, started }),
    BulkProgressed: ({ done }, state) => ({ ...state, done }),
    BulkFinished: ({ done }, state) => ({ ...state, done, finished: true }),
  },
  belongsTo: (_, __, { started }) => (started ? ofClient(started.clientId) : ofInstallation),
};
