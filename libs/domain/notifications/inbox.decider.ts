import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import type { UserId } from '@dosar/contracts';
import { InboxEvents, causeOf, groupOf, type About, type InboxEvent } from './inbox.events';
import { isOver } from './windows';

type Raised = DataOf<InboxEvent, 'NotificationRaised'>;

export type InboxCommand =
  | Message<'RaiseNotification', Raised>
  /** Everything in a conversation was read. */
  | Message<'ReadConversation', { readonly conversationId: string }>
  /** For an existing notification. */
  | Message<'ReadNotification', { readonly notificationId: string }>
  | Message<'ReadAllNotifications', Record<never, never>>
  /** `about`: the data of a read notification; null when it is unknown. */
  | Message<'DeleteNotification', { readonly notificationId: string; readonly about: About | null }>
  | Message<'NoteDigest', { readonly notificationIds: readonly string[] }>;

export type InboxRefusal = 'notification/unknown';

/** When it was raised, and mailed, the last time. */
type Unread = {
  readonly about: About;
  readonly windowId: string | null;
  readonly at: number;
  readonly mailedAt: number;
};

export type Inbox = {
  /** Unread notifications, oldest first. */
  readonly unread: Map<string, Unread>;
  /** Notifications raised in the last days, and when: a repeated request, however late, raises nothing twice. */
  readonly raised: Map<string, number>;
  /** When the last letter left, in milliseconds; 0: none has. */
  mailedAt: number;
};

/** How long raised notifications are remembered: older events raise nothing. */
export const RAISED_MS = 7 * 24 * 60 * 60_000;

const aboutOf = ({ notificationId, kind, actorId, clientId, conversationId }: Raised): About => ({
  notificationId,
  kind,
  actorId,
  clientId,
  conversationId,
});

/** The unread notification that covers it already, or that it raises again. */
const unreadLike = ({ unread }: Inbox, wanted: Raised): Unread | undefined =>
  [...unread.values()].find(
    ({ about, windowId }) =>
      groupOf(about) === groupOf(wanted) && (wanted.kind === 'message_new' || windowId === wanted.windowId),
  );

const forgetOld = (raised: Inbox['raised'], now: number): void => {
  for (const [id, at] of raised) {
    if (now - at < RAISED_MS) return;
    raised.delete(id);
  }
};

type SavedPart =
  | { readonly unread: readonly [string, Unread][] }
  | { readonly raised: readonly [string, number][] }
  | { readonly mailedAt: number };
const PART = 1_000;
const parts = <T>(items: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / PART) }, (_, at) => items.slice(at * PART, (at + 1) * PART));

/** The unread notifications of one person. */
export const inbox: Decider<Inbox, InboxCommand, InboxEvent, InboxRefusal, UserId> = {
  events: InboxEvents,
  initial: () => ({ unread: new Map(), raised: new Map(), mailedAt: 0 }),

  decide: {
    RaiseNotification: (wanted, state, { now }) => {
      const like = unreadLike(state, wanted);
      const isTold = like && (wanted.kind !== 'message_new' || !isOver(like.at, Date.parse(now)));
      if (state.raised.has(causeOf(wanted)) || isTold) return [];
      const { notificationId } = like?.about ?? wanted;
      return [{ type: 'NotificationRaised', data: { ...wanted, notificationId } }];
    },
    ReadConversation: ({ conversationId }, { unread }) =>
      [...unread.values()]
        .filter(({ about }) => about.conversationId === conversationId)
        .map(({ about }) => ({ type: 'NotificationRead', data: about })),
    ReadNotification: ({ notificationId }, { unread }) => {
      const found = unread.get(notificationId);
      return found ? [{ type: 'NotificationRead', data: found.about }] : [];
    },
    ReadAllNotifications: (_, { unread }) => {
      const upTo = [...unread.keys()].at(-1);
      return upTo === undefined ? [] : [{ type: 'AllNotificationsRead', data: { upTo } }];
    },
    DeleteNotification: ({ notificationId, about }, { unread }) => {
      const known = unread.get(notificationId)?.about ?? about;
      return known ? [{ type: 'NotificationDeleted', data: known }] : refuse('notification/unknown');
    },
    NoteDigest: ({ notificationIds }, { unread }) => {
      const told = notificationIds.filter((id) => unread.has(id));
      return told.length === 0 ? [] : [{ type: 'DigestSent', data: { notificationIds: told } }];
    },
  },

  evolve: {
    NotificationRaised: (raised, state, { now }) => {
      const at = Date.parse(now);
      forgetOld(state.raised, at);
      state.raised.set(causeOf(raised), at);
      // behind all others
      state.unread.delete(raised.notificationId);
      state.unread.set(raised.notificationId, {
        about: aboutOf(raised),
        windowId: raised.windowId,
        at,
        mailedAt: 0,
      });
      return state;
    },
    NotificationRead: ({ notificationId }, state) => {
      state.unread.delete(notificationId);
      return state;
    },
    AllNotificationsRead: (_, state) => {
      state.unread.clear();
      return state;
    },
    NotificationDeleted: ({ notificationId }, state) => {
      state.unread.delete(notificationId);
      return state;
    },
    DigestSent: ({ notificationIds }, state, { now }) => {
      state.mailedAt = Date.parse(now);
      for (const id of notificationIds) {
        const found = state.unread.get(id);
        if (found) state.unread.set(id, { ...found, mailedAt: state.mailedAt });
      }
      return state;
    },
  },

  belongsTo: (userId) => ({ userId }),
  weigh: ({ unread, raised }) => 500 + unread.size * 600 + raised.size * 120,
  snapshot: {
    version: 2,
    save: ({ unread, raised, mailedAt }) => [
      { mailedAt },
      ...parts([...unread].map(([id, each]) => [id, { ...each }] as const)).map((unread) => ({ unread })),
      ...parts([...raised]).map((raised) => ({ raised })),
    ],
    load: (state, part) => {
      const saved = part as SavedPart;
      if ('unread' in saved) for (const [id, each] of saved.unread) state.unread.set(id, each);
      else if ('raised' in saved) for (const [id, at] of saved.raised) state.raised.set(id, at);
      else state.mailedAt = saved.mailedAt;
      return state;
    },
  },
};
