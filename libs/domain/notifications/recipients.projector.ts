import { putBeside, rowKind, view } from '@dosar/kernel';
import type { ConversationEvent } from '../conversations/conversation.events';
import type { MessageEvent } from '../conversations/message.events';
import type { DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import type { UserEvent } from '../identity/user.events';
import { message, processing, upload } from './happenings';
import type { InboxEvent } from './inbox.events';
import { onPeople } from './people';
import type { NoRow, Recipients, RowOf } from './recipients';
import { answered, raised, raiseInWindow, raiseInConversation } from './raised';

type Events = UserEvent | FirmEvent | ClientEvent | ConversationEvent | MessageEvent | DriveEvent | InboxEvent;

/** Read in memory, by the reactor of notifications alone. */
export const recipients = view<Events, NoRow, Recipients>()({
  view: 'recipients',
  version: 3,
  columns: {},
  indexes: [],
  beside: {
    user: rowKind<RowOf<'user'>>(),
    firm: rowKind<RowOf<'firm'>>(),
    client: rowKind<RowOf<'client'>>(),
    talk: rowKind<RowOf<'talk'>>(),
    window: rowKind<RowOf<'window'>>(),
    open: rowKind<RowOf<'open'>>(),
    inbox: rowKind<RowOf<'inbox'>>(),
  },
  columnsOf: () => ({}),
  personal: 'unread',
  isWaitedFor: false,

  on: {
    ...onPeople,
    MessageSent: (data, event, rows) => raiseInConversation(rows, message(data, event), event),
    FileUploaded: (data, event, rows) => raiseInWindow(rows, upload(data, event), event),
    FileProcessStateChanged: (data, event, rows) => raiseInWindow(rows, processing(data, event), event),

    NotificationRaised: (data, event, rows) => raised(rows, event.resource.id, data, event),
    NotificationRead: (data, { resource }, rows) => answered(rows, resource.id, data),
    NotificationDeleted: (data, { resource }, rows) => answered(rows, resource.id, data),
    AllNotificationsRead: (_, { resource, position }) =>
      putBeside('inbox', resource.id, { kind: 'inbox', readAt: String(position) }),
  },
});
