import type { DataOf, Decider, Message } from '@dosar/kernel';
import { ReadingEvents, type ReadingEvent } from './reading.events';

export type ReadingCommand =
  | Message<'NoteDownload', DataOf<ReadingEvent, 'FileDownloaded'>>
  | Message<'RaiseAlarm', DataOf<ReadingEvent, 'AlarmRaised'>>;

/** Nothing depends on what was read before: each reading is noted. */
export const reading: Decider<null, ReadingCommand, ReadingEvent, never> = {
  events: ReadingEvents,
  initial: () => null,
  decide: {
    NoteDownload: (file) => [{ type: 'FileDownloaded', data: file }],
    RaiseAlarm: (alarm) => [{ type: 'AlarmRaised', data: alarm }],
  },
  evolve: {
    FileDownloaded: () => null,
    AlarmRaised: () => null,
  },
};
