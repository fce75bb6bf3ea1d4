import { refuse, yearOf, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { CONVERSATION_LIMITS, type ConversationId } from '@dosar/contracts';
import { belongsToPlace, ConversationEvents, type ConversationEvent, type Place } from './conversation.events';

type Opened = Omit<DataOf<ConversationEvent, 'ConversationOpened'>, 'year'>;
type Followed = { readonly userId: string; readonly clientRevision: number };

export type ConversationCommand =
  | Message<'OpenConversation', Opened>
  /** Follows from the client's stream, for its users and accountants. */
  | Message<'AddParticipant', Followed>
  | Message<'RemoveParticipant', Followed>
  /** Lets somebody with the right to write take part, up to a limit of participants. */
  | Message<'JoinConversation', { readonly userId: string }>;

export type ConversationRefusal = 'conversation/unknown';

type Participation = { readonly isIn: boolean; readonly clientRevision: number };

export type ConversationState = {
  readonly place: Place | null;
  readonly participants: Readonly<Record<string, Participation>>;
};

const NEVER: Participation = { isIn: false, clientRevision: -1 };

const participation = ({ participants }: ConversationState, userId: string) => participants[userId] ?? NEVER;

/** Whether it is newer than what is known: a late repetition changes nothing. */
const isNews = (state: ConversationState, { userId, clientRevision }: Followed): boolean =>
  clientRevision > participation(state, userId).clientRevision;

const follow = (
  state: ConversationState,
  { userId, clientRevision }: DataOf<ConversationEvent, 'ParticipantAdded'>,
  isIn: boolean,
): ConversationState => {
  const known = participation(state, userId).clientRevision;
  const now = { isIn, clientRevision: clientRevision ?? known };
  return { ...state, participants: { ...state.participants, [userId]: now } };
};

export const conversation: Decider<
  ConversationState,
  ConversationCommand,
  ConversationEvent,
  ConversationRefusal,
  ConversationId
> = {
  events: ConversationEvents,
  initial: () => ({ place: null, participants: {} }),

  decide: {
    // repeating the request, however late, opens no second conversation
    OpenConversation: (opened, { place }, { now }) =>
      place ? [] : [{ type: 'ConversationOpened', data: { year: yearOf(now), ...opened } }],
    AddParticipant: (followed, state) => {
      if (!state.place) return refuse('conversation/unknown');
      if (!isNews(state, followed) || participation(state, followed.userId).isIn) return [];
      return [{ type: 'ParticipantAdded', data: followed }];
    },
    RemoveParticipant: (followed, state) =>
      isNews(state, followed) && participation(state, followed.userId).isIn
        ? [{ type: 'ParticipantRemoved', data: followed }]
        : [],
    JoinConversation: ({ userId }, state) => {
      if (!state.place) return refuse('conversation/unknown');
      const taking = Object.values(state.participants).filter(({ isIn }) => isIn).length;
      const isIn = participation(state, userId).isIn || taking >= CONVERSATION_LIMITS.participants;
      return isIn ? [] : [{ type: 'ParticipantAdded', data: { userId, clientRevision: null } }];
    },
  },

  evolve: {
    ConversationOpened: ({ clientId, firmId, participantIds }, state) => ({
      place: { clientId, firmId },
      participants: {
        ...state.participants,
        ...Object.fromEntries(participantIds.map((id) => [id, { isIn: true, clientRevision: -1 }])),
      },
    }),
    ParticipantAdded: (added, state) => follow(state, added, true),
    ParticipantRemoved: (removed, state) => follow(state, removed, false),
  },

  belongsTo: (_, __, { place }) => belongsToPlace(place ?? { clientId: null, firmId: null }),
  weigh: ({ participants }) => 1_000 + 200 * Object.keys(participants).length,
};
