import { z } from 'zod';
import { AsOf, endpoint, EVENTS_PAGE, LogPosition, StoodAt, wholeNumber } from '../endpoint';
import { ClientId, Id, UserId } from '../ids';
import { partOf } from '../features';
import { AccessThen, Change, PastMoment } from './past.view';

/** So many changes are said at once. */
export const CHANGES_PAGE = { default: 100, max: 500 } as const;

/** Whose moments are asked for. */
export const MomentsOf = z.enum(['file', 'folder', 'conversation', 'client', 'user']);

/** Things as they were: when they changed, what became of them, and who could see them. */
export const pastApi = partOf(['audit'], {
  moments: endpoint({
    method: 'GET',
    path: '/audit/moments',
    summary:
      'When something changed, the oldest first: a file, a folder, a conversation, a person, or all files and folders of a client. The newest, those before a position, or those behind it; what was done at once is one moment.',
    query: z.object({
      /** Of what kind the thing is. */
      resource_type: MomentsOf.optional(),
      /** The id of the thing. */
      resource_id: Id.optional(),
      /** All files and folders of this client. */
      client_id: ClientId.optional(),
      /** A position: the moments before it. */
      before: LogPosition.optional(),
      /** A position: the moments behind it. */
      after: LogPosition.optional(),
      /** How many moments are answered at most. */
      limit: wholeNumber(1, EVENTS_PAGE.max).default(EVENTS_PAGE.default),
    }),
    status: 200,
    reply: z.object({
      /** When something changed, oldest first. */ moments: z.array(PastMoment),
      /** Whether there are older ones. */ has_more_before: z.boolean(),
      /** Whether there are newer ones. */ has_more_after: z.boolean(),
    }),
    refuses: ['NOT_FOUND'],
    view: 'audit',
    isTagged: false,
  }),
  compare: endpoint({
    method: 'GET',
    path: '/audit/compare',
    summary: 'What became of the files and folders of a client between two instants, the newest change first.',
    query: z.object({
      /** The client whose files and folders are compared; without one, the own company. */
      client_id: ClientId.optional(),
      /** The earlier instant. */
      from: AsOf,
      /** The later instant; now, without one. */
      to: AsOf.optional(),
      /** How many changes are passed over. */
      skip: wholeNumber(0).default(0),
      /** How many changes are answered at most. */
      limit: wholeNumber(1, CHANGES_PAGE.max).default(CHANGES_PAGE.default),
    }),
    status: 200,
    reply: z.object({
      /** What became of them, the newest change first. */
      changes: z.array(Change),
      /** How many changes there are. */
      total: z.int(),
      /** Of so many changes only the newest were looked at. */
      total_is_more: z.literal(true).optional(),
      from: StoodAt,
      to: StoodAt,
    }),
    refuses: ['NOT_FOUND'],
    view: 'audit',
    isTagged: false,
  }),
  access: endpoint({
    method: 'GET',
    path: '/audit/access',
    summary:
      'Who could see something at an instant, by the rules that stood then; or, of a person, what they could see then, and what they opened that day.',
    query: z.object({
      /** The instant; now, without one. */
      at: AsOf.optional(),
      /** Of what kind the thing is. */
      resource_type: z.enum(['file', 'folder', 'conversation', 'client']).optional(),
      /** The id of the thing that somebody could see. */
      resource_id: Id.optional(),
      /** The person who could see things. */
      user_id: UserId.optional(),
    }),
    status: 200,
    reply: AccessThen.extend({ at: StoodAt }),
    refuses: ['NOT_FOUND'],
    view: 'audit',
    isTagged: false,
  }),
});
