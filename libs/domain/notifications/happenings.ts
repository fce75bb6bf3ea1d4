import type { DataOf, Recorded } from '@dosar/kernel';
import type { NotificationKind } from '@dosar/contracts';
import type { MessageEvent } from '../conversations/message.events';
import { clientOf, type DriveEvent } from '../files/drive.events';

/** Something that others are notified of. */
export type Happening = {
  readonly kind: NotificationKind;
  readonly actorId: string;
  /** The role of the actor; null for the system. */
  readonly role: string | null;
  readonly clientId: string | null;
  readonly conversationId: string | null;
  /** The message or the file. */
  readonly subjectId: string;
};

type About = Pick<Recorded, 'actor' | 'stream' | 'resource'>;

/** Copies notify nobody. */
export const upload = (data: DataOf<DriveEvent, 'FileUploaded'>, { actor, stream }: About): Happening | null =>
  data.source.kind === 'copy'
    ? null
    : {
        kind: 'file_uploaded',
        actorId: actor.id,
        role: actor.role,
        clientId: clientOf(stream),
        conversationId: null,
        subjectId: data.fileId,
      };

export const processing = (
  data: DataOf<DriveEvent, 'FileProcessStateChanged'>,
  { actor, stream }: About,
): Happening | null =>
  data.to === 'processed'
    ? {
        kind: 'file_processed',
        actorId: actor.id,
        role: actor.role,
        clientId: clientOf(stream),
        conversationId: null,
        subjectId: data.fileId,
      }
    : null;

export const message = (data: DataOf<MessageEvent, 'MessageSent'>, { actor, resource }: About): Happening => ({
  kind: 'message_new',
  actorId: data.senderId,
  role: actor.role,
  clientId: data.clientId,
  conversationId: data.conversationId,
  subjectId: resource.id,
});
