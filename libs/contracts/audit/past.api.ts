import { z } from 'zod';
import { AsOf, endpoint, EVENTS_PAGE, LogPosition, StoodAt, wholeNumber } from '../endpoint';
import { ClientId, Id, UserId } from '../ids';
import { partOf } from '../features';
import { AccessThen, Change, PastMoment } from './past.view';

/** So many changes are said at once. */
export const CHANGES_PAGE = { default: 100, max: 500 } as const;

export const MomentsOf = z.enum(['file', 'folder', 'conversation', 'client', 'user']);

/** Things as they were: when they changed, what became of them, and who could see them. */
export const pastApi = partOf(['audit'], {
  moments: endpoint({
    method: 'GET',
    path: '/audit/moments',
    summary:
      'When something changed, the oldest first: a file, a folder, a conversation, a person, or all files and folders of a client. The newest, those before a position, or those behind it; what was done at once is one moment.',
    query: z.object({
      resource_type: MomentsOf.optional(),
      resource_id: Id.optional(),
      client_id: ClientId.optional(),
      before: LogPosition.optional(),
      after: LogPosition.optional(),
      limit: wholeNumber(1, EVENTS_PAGE.max).default(EVENTS_PAGE.default),
    }),
    status: 200,
    reply: z.object({ moments: z.array(PastMoment), has_more_before: z.boolean(), has_more_after: z.boolean() }),
    refuses: ['NOT_FOUND'],
    view: 'audit',
    isTagged: false,
  }),
  compare: endpoint({
    method: 'GET',
    path: '/audit/compare',
    summary: 'What became of the files and folders of a client between two instants, the newest change first.',
    query: z.object({
      client_id: ClientId.optional(),
      from: AsOf,
      /** Now, without one. */
      to: AsOf.optional(),
      skip: wholeNumber(0).default(0),
      limit: wholeNumber(1, CHANGES_PAGE.max).default(CHANGES_PAGE.default),
    }),
    status: 200,
    reply: z.object({
      changes: z.array(Change),
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
      at: AsOf.optional(),
      resource_type: z.enum(['file', 'folder', 'conversation', 'client']).optional(),
      resource_id: Id.optional(),
      user_id: UserId.optional(),
    }),
    status: 200,
    reply: AccessThen.extend({ at: StoodAt }),
    refuses: ['NOT_FOUND'],
    view: 'audit',
    isTagged: false,
  }),
});
