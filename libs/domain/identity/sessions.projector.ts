import { put, remove, yearOf, view, type Rows } from '@dosar/kernel';
import type { SessionEvent } from './session.events';
import type { UserEvent } from './user.events';

/** A signed-in device, as shown to its user. */
export type SessionRow = {
  readonly id: string;
  readonly user_id: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly last_seen: string;
};

const endAll = async (rows: Rows<SessionRow>, userId: string, exceptSessionId: string | null = null) =>
  (await rows.find({ where: { user_id: userId } }))
    .filter(({ id }) => id !== exceptSessionId)
    .map(({ id }) => remove(id));

export const sessions = view<SessionEvent | UserEvent, SessionRow>()({
  view: 'sessions',
  version: 3,
  columns: { user_id: 'text', last_seen: 'text' },
  indexes: [['user_id', 'last_seen']],
  columnsOf: ({ user_id, last_seen }) => ({ user_id, last_seen }),
  audienceOf: ({ user_id }) => user_id,
  forgets: {
    origin: async ({ id, generation }, rows) =>
      (await rows.find({ where: { user_id: id } }))
        .filter(({ last_seen }) => yearOf(last_seen) === generation)
        .map((row) => put(row.id, { ...row, ip: null, user_agent: null })),
  },

  on: {
    SignedIn: ({ userId }, { resource: { id }, ip, userAgent, occurredAt }) =>
      put(id, { id, user_id: userId, ip, user_agent: userAgent, created_at: occurredAt, last_seen: occurredAt }),
    SessionSeen: async (_, { resource: { id }, ip, userAgent, occurredAt }, rows) => {
      const row = await rows.get(id);
      return row ? put(id, { ...row, ip, user_agent: userAgent, last_seen: occurredAt }) : [];
    },
    SignedOut: (_, { resource: { id } }) => remove(id),
    SessionRevoked: (_, { resource: { id } }) => remove(id),
    AllSessionsRevoked: ({ exceptSessionId }, { resource: { id } }, rows) => endAll(rows, id, exceptSessionId),
    UserDeactivated: (_, { resource: { id } }, rows) => endAll(rows, id),
    UserDeleted: (_, { resource: { id } }, rows) => endAll(rows, id),
    UserRoleChanged: (_, { resource: { id } }, rows) => endAll(rows, id),
  },
});
