import { put } from '@dosar/kernel';
import type { ClientId, ConversationId, NotificationKind, UserId } from '@dosar/contracts';
import type { Covered } from './news';

/** A notification without names and texts: these are looked up when it is shown. */
export type NotificationRow = {
  readonly id: string;
  readonly user_id: UserId;
  readonly type: NotificationKind;
  readonly actor_id: UserId;
  readonly client_id: ClientId | null;
  readonly conversation_id: ConversationId | null;
  readonly window_id: string | null;
  /** Where in the log what it tells of begins. */
  readonly since: string;
  /** What it told of when it was read; until then, what the news say. */
  readonly covered: Covered | null;
  /** All that it told of was taken back. */
  readonly is_gone: boolean;
  readonly in_app: boolean;
  readonly by_mail: boolean;
  /** Since when it has waited to be mailed; null when nothing in it waits. */
  readonly waits: string | null;
  readonly read_at: string | null;
  /** The position at which it was read: it tells of nothing later. */
  readonly until: string | null;
  readonly created_at: string;
  readonly position: string;
};

/** Decides who may see it: a conversation or a client. */
export const placeOf = ({ conversation_id, client_id }: Pick<NotificationRow, 'conversation_id' | 'client_id'>) =>
  conversation_id === null ? `client ${client_id}` : `conversation ${conversation_id}`;

export const notificationRow = (userId: string, id: string): string => `${userId} ${id}`;
export const putRow = (row: NotificationRow) => put<NotificationRow>(notificationRow(row.user_id, row.id), row);

export const inConversation = (conversationId: string): string => `conversation ${conversationId}`;

/** The news a notification is about: its conversation's, or its window's. */
export const newsOf = ({ conversation_id, window_id }: Pick<NotificationRow, 'conversation_id' | 'window_id'>) =>
  conversation_id === null ? window_id! : inConversation(conversation_id);
