import { send, type Effect, type Reactor, type ReactorFacts, type ReactorRows, type Recorded } from '@dosar/kernel';
import type { MessageEvent } from '../conversations/message.events';
import type { ReaderEvent } from '../conversations/reader.events';
import type { DriveEvent } from '../files/drive.events';
import { message, processing, upload, type Happening } from './happenings';
import { inbox, RAISED_MS } from './inbox.decider';
import { groupOf } from './inbox.events';
import { recipients } from './recipients.projector';
import { openKey, type NoRow, type Recipients, type RowOf } from './recipients';
import { recipientsOf, wants } from './raised';

type Rows = ReactorRows<NoRow, Recipients>;

const concerned = (rows: Rows, happening: Happening): readonly string[] => {
  if (happening.conversationId !== null) return rows.beside('talk').get(happening.conversationId)?.participants ?? [];
  const client = happening.clientId === null ? null : rows.beside('client').get(happening.clientId);
  return recipientsOf(happening, client, client && rows.beside('firm').get(client.firmId));
};

/** Notifies everybody concerned by this event who was not notified yet. */
const raise = (
  happening: Happening | null,
  { id, occurredAt }: Pick<Recorded, 'id' | 'occurredAt'>,
  facts: ReactorFacts,
  rows: Rows,
): Effect[] => {
  // an older event may have been notified of and forgotten
  if (!happening || facts.now().getTime() - Date.parse(occurredAt) >= RAISED_MS) return [];
  return concerned(rows, happening).flatMap((userId) => {
    const user = rows.beside('user').get(userId);
    const open = rows.beside('open').get(openKey(userId, groupOf(happening)));
    const due = open?.due.find((each) => each.id === id);
    if (!due || !wants(user, happening)) return [];
    const { kind, actorId, clientId, conversationId, subjectId } = happening;
    const { in_app: inApp, email } = user.preferences[kind];
    const { windowId, number } = due;
    const happened = { kind, actorId, clientId, conversationId, subjectId };
    const data = { notificationId: id, windowId, number, inApp, email, ...happened };
    return [send(inbox, userId, { type: 'RaiseNotification', data })];
  });
};

/** Whether no message of others follows. */
const isAll = (talk: RowOf<'talk'> | null, userId: string, sentAt: number): boolean => {
  if (!talk) return true;
  const { by, at, before } = talk.newest;
  return sentAt >= (by === userId ? before : at);
};

/** Notifies people of what others do, and marks notifications as read. */
export const notifications: Reactor<MessageEvent | ReaderEvent | DriveEvent, NoRow, Recipients> = {
  name: 'notifications',
  personal: 'unread',
  view: recipients,
  on: {
    MessageSent: (data, event, facts, rows) => raise(message(data, event), event, facts, rows),
    FileUploaded: (data, event, facts, rows) => raise(upload(data, event), event, facts, rows),
    FileProcessStateChanged: (data, event, facts, rows) => raise(processing(data, event), event, facts, rows),
    ReadUpTo: ({ conversationId, userId, sentAt }, _, __, rows) => {
      const together = groupOf({ kind: 'message_new', actorId: '', clientId: null, conversationId });
      const isTold = rows.beside('open').get(openKey(userId, together))?.told;
      if (!isTold || !isAll(rows.beside('talk').get(conversationId), userId, sentAt)) return [];
      return [send(inbox, userId, { type: 'ReadConversation', data: { conversationId } })];
    },
  },
};
