import { canonical, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { ReadingEvents, type ReadingEvent } from './reading.events';

export type ReadingCommand =
  | Message<'NoteDownload', DataOf<ReadingEvent, 'FileDownloaded'>>
  | Message<'NoteAudit', DataOf<ReadingEvent, 'AuditViewed'>>
  | Message<'RaiseAlarm', DataOf<ReadingEvent, 'AlarmRaised'>>;

/** When the audit was last looked at, by what was looked for. */
type ReadingState = Map<string, string>;

/** Turning pages, and coming back to them, is one look. */
const ONE_LOOK_MS = 10 * 60_000;

export const reading: Decider<ReadingState, ReadingCommand, ReadingEvent, never> = {
  events: ReadingEvents,
  initial: () => new Map(),
  decide: {
    NoteDownload: (file) => [{ type: 'FileDownloaded', data: file }],
    NoteAudit: (lookedFor, looks, { now }) => {
      const before = looks.get(canonical(lookedFor));
      const isSame = before !== undefined && Date.parse(now) - Date.parse(before) < ONE_LOOK_MS;
      return isSame ? [] : [{ type: 'AuditViewed', data: lookedFor }];
    },
    RaiseAlarm: (alarm) => [{ type: 'AlarmRaised', data: alarm }],
  },
  evolve: {
    FileDownloaded: (_, looks) => looks,
    AuditViewed: (lookedFor, looks, { now }) => looks.set(canonical(lookedFor), now),
    AlarmRaised: (_, looks) => looks,
  },
};
