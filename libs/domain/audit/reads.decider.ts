import { canonical, ofClient, ofInstallation, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { MOST_REFUSED, ReadsEvents, type ReadsEvent } from './reads.events';

type Refused = { readonly clientId: string | null; readonly resource: { readonly type: string; readonly id: string } };
type Refusals = { readonly refused: readonly Refused[]; readonly routes: readonly string[]; readonly count: number };

export type ReadsCommand =
  | Message<'NoteDownload', DataOf<ReadsEvent, 'FileDownloaded'>>
  | Message<'NoteDownloads', { readonly files: readonly DataOf<ReadsEvent, 'FileDownloaded'>[] }>
  | Message<'NotePreview', DataOf<ReadsEvent, 'FilePreviewed'>>
  | Message<'NoteAudit', DataOf<ReadsEvent, 'AuditViewed'>>
  | Message<'NoteRecords', DataOf<ReadsEvent, 'RecordsViewed'>>
  | Message<'NoteLook', DataOf<ReadsEvent, 'ViewedAs'>>
  | Message<'NoteExport', DataOf<ReadsEvent, 'AuditExported'>>
  | Message<'NoteList', DataOf<ReadsEvent, 'ListExported'>>
  | Message<'NoteRefusals', Refusals>
  | Message<'RaiseAlarm', DataOf<ReadsEvent, 'AlarmRaised'>>;

/** When the audit was last looked at, by what was looked for; and when an alarm was raised, by what it was of. */
type ReadsState = Map<string, string>;

/** The same filters again within this time are the same look: somebody turns pages. */
const ONE_LOOK_MS = 10 * 60_000;

const isOneLook = (before: string | undefined, now: string): boolean =>
  before !== undefined && Date.parse(now) - Date.parse(before) < ONE_LOOK_MS;

/** Of which alarms it is known that they were raised: those that a reactor may ask for once more. */
const alarmOf = ({ alarm, userId, since }: DataOf<ReadsEvent, 'AlarmRaised'>): string | null =>
  since === undefined ? null : canonical({ alarm, userId, since });

/** A thing is the same as of whatever instant it is opened. */
const thingIn = ({ kind, id }: DataOf<ReadsEvent, 'RecordsViewed'>): string => canonical({ kind, id });

const eachOnce = <T>(all: readonly T[]): T[] =>
  [...new Map(all.map((each) => [canonical(each), each])).values()].slice(0, MOST_REFUSED);

const about = (clientId: string | null | undefined) => (clientId ? ofClient(clientId) : ofInstallation);

export const reads: Decider<ReadsState, ReadsCommand, ReadsEvent, never> = {
  events: ReadsEvents,
  initial: () => new Map(),
  decide: {
    NoteDownload: (file) => [{ type: 'FileDownloaded', data: file }],
    NoteDownloads: ({ files }) => files.map((data) => ({ type: 'FileDownloaded' as const, data })),
    NotePreview: (file) => [{ type: 'FilePreviewed', data: file }],
    NoteAudit: (lookedFor, looks, { now }) =>
      isOneLook(looks.get(canonical(lookedFor)), now) ? [] : [{ type: 'AuditViewed', data: lookedFor }],
    NoteExport: (exported) => [{ type: 'AuditExported', data: exported }],
    NoteList: (exported) => [{ type: 'ListExported', data: exported }],
    NoteLook: (look, looks, { now }) =>
      isOneLook(looks.get(canonical(look)), now) ? [] : [{ type: 'ViewedAs', data: look }],
    NoteRecords: (opened, looks, { now }) =>
      isOneLook(looks.get(thingIn(opened)), now) ? [] : [{ type: 'RecordsViewed', data: opened }],
    NoteRefusals: ({ refused, routes, count }) => {
      const [first, ...others] = new Set(refused.map(({ clientId }) => clientId));
      const clientId = others.length === 0 ? (first ?? null) : null;
      const named = { routes: eachOnce(routes), resources: eachOnce(refused.map(({ resource }) => resource)) };
      return [{ type: 'AccessRefused', data: { clientId, count, ...named } }];
    },
    RaiseAlarm: (alarm, known) => {
      const raised = alarmOf(alarm);
      return raised !== null && known.has(raised) ? [] : [{ type: 'AlarmRaised', data: alarm }];
    },
  },
  evolve: {
    FileDownloaded: (_, looks) => looks,
    FilePreviewed: (_, looks) => looks,
    AuditViewed: (lookedFor, looks, { now }) => looks.set(canonical(lookedFor), now),
    ViewedAs: (look, looks, { now }) => looks.set(canonical(look), now),
    RecordsViewed: (opened, looks, { now }) => looks.set(thingIn(opened), now),
    AuditExported: (_, looks) => looks,
    ListExported: (_, looks) => looks,
    AccessRefused: (_, looks) => looks,
    AlarmRaised: (alarm, known, { now }) => {
      const raised = alarmOf(alarm);
      return raised === null ? known : known.set(raised, now);
    },
  },
  belongsTo: (_, { type, data }) =>
    type === 'AuditViewed' || type === 'AuditExported' || type === 'AlarmRaised' || type === 'ViewedAs'
      ? ofInstallation
      : about(data.clientId),
};
