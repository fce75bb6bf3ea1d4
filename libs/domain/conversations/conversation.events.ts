import { z } from 'zod';
import { events, internal, personal, shape, type Belonging, type EventOf } from '@dosar/kernel';
import { ClientId, ConversationKind, FirmId, UserId } from '../event-values';

/**
 * What a conversation and its messages belong to: its client; or, without one, the firm that all participants share, if any.
 */
export const place = { clientId: ClientId.nullable(), firmId: FirmId.nullable() } as const;
export type Place = { readonly clientId: string | null; readonly firmId: string | null };

export const belongsToPlace = ({ clientId, firmId }: Place): Belonging => ({
  firmId,
  clientIds: clientId === null ? [] : [clientId],
});

/** Messages are encrypted with a key of their conversation, so that they do not end with the client's documents. */
export const conversationKey = (conversationId: string, year: number): string =>
  `conversation:${conversationId}/${year}`;

/** `clientRevision`: the event of the client's stream it follows from; null for somebody who joined by writing. */
const Participation = z.object({ userId: UserId, clientRevision: z.int().nullable() });

export const ConversationEvents = events(
  'conversation',
  {
    ConversationOpened: shape(
      z.object({
        year: internal(z.int()),
        kind: ConversationKind,
        ...place,
        title: personal('name', z.string()),
        participantIds: z.array(UserId),
      }),
    ),
    ParticipantAdded: shape(Participation),
    ParticipantRemoved: shape(Participation),
  },
  (id, { type, data }) => (type === 'ConversationOpened' ? conversationKey(id, data.year) : null),
);
export type ConversationEvent = EventOf<typeof ConversationEvents>;
