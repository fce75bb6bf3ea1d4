import { z } from 'zod';
import { events, internal, personal, shape, type Belonging, type EventOf } from '@dosar/kernel';
import { ClientId, ConversationKind, FirmId, UserId } from '../event-values';

/** Whose a conversation is, and all that is said in it: its client's; without one the firm's that all share, if they do. */
export const place = { clientId: ClientId.nullable(), firmId: FirmId.nullable() } as const;
export type Place = { readonly clientId: string | null; readonly firmId: string | null };

export const belongsToPlace = ({ clientId, firmId }: Place): Belonging => ({
  firmId,
  clientIds: clientId === null ? [] : [clientId],
});

/** What is said ends with its conversation, whatever becomes of the client's documents. */
export const conversationKey = (conversationId: string, year: number): string =>
  `conversation:${conversationId}/${year}`;

/** `clientRevision`: the event of the client's stream that it follows from; null for somebody who came by writing. */
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
