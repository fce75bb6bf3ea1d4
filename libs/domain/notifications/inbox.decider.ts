import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import type { UserId } from '@dosar/contracts';
import { InboxEvents, groupOf, type About, type InboxEvent } from './inbox.events';

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

type Unread = { readonly about: About; readonly windowId: string | null; isMailed: boolean };

export type Inbox = {
  /** Unread notifications, oldest first. */
  readonly unread: Map<string, Unread>;
  /** Notifications raised in the last days, and when: a repeated request, however late, raises nothing twice. */
  readonly raised: Map<string, number>;
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

/** Whether an unread notification covers it already. */
const isTold = ({ unread }: Inbox, wanted: Raised): boolean =>
  [...unread.values()].some(
    ({ about, windowId }) => windowId === wanted.windowId && groupOf(about) === groupOf(wanted),
  );

const forgetOld = (raised: Inbox['raised'], now: number): void => {
  for (const [id, at] of raised) {
    if (now - at < RAISED_MS) return;
    raised.delete(id);
  }
};

type SavedPart = { readonly unread: readonly [string, Unread][] } | { readonly raised: readonly [string, number][] };
const PART = 1_000;
const parts = <T>(items: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / PART) }, (_, at) => items.slice(at * PART, (at + 1) * PART));

/** The unread notifications of one person. */
export const inbox: Decider<Inbox, InboxCommand, InboxEvent, InboxRefusal, UserId> = {
  events: InboxEvents,
  initial: () => ({ unread: new Map(), raised: new Map() }),

  decide: {
    RaiseNotification: (wanted, state) =>
      state.raised.has(wanted.notificationId) || isTold(state, wanted)
        ? []
        : [{ type: 'NotificationRaised', data: wanted }],
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
      const told = notificationIds.filter((id) => unread.get(id)?.isMailed === false);
      return told.length === 0 ? [] : [{ type: 'DigestSent', data: { notificationIds: told } }];
    },
  },

  evolve: {
    NotificationRaised: (raised, state, { now }) => {
      const at = Date.parse(now);
      forgetOld(state.raised, at);
      state.raised.set(raised.notificationId, at);
      state.unread.set(raised.notificationId, {
        about: aboutOf(raised),
        windowId: raised.windowId,
        isMailed: !raised.email,
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
    DigestSent: ({ notificationIds }, state) => {
      for (const id of notificationIds) {
        const found = state.unread.get(id);
        if (found) found.isMailed = true;
      }
      return state;
    },
  },

  belongsTo: (userId) => ({ userId }),
  weigh: ({ unread, raised }) => 500 + unread.size * 600 + raised.size * 120,
  snapshot: {
    version: 1,
    save: ({ unread, raised }) => [
      ...parts([...unread].map(([id, each]) => [id, { ...each }] as const)).map((unread) => ({ unread })),
      ...parts([...raised]).map((raised) => ({ raised })),
    ],
    load: (state, part) => {
      const saved = part as SavedPart;
      if ('unread' in saved) for (const [id, each] of saved.unread) state.unread.set(id, each);
      else for (const [id, at] of saved.raised) state.raised.set(id, at);
      return state;
    },
  },
};
