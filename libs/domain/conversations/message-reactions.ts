import { refuse, type DataOf } from '@dosar/kernel';
import { MESSAGE_LIMITS, type ReactionTurn } from '@dosar/contracts';
import type { MessageEvent } from './message.events';

/** What somebody says of a message without writing. */
type Said = Pick<DataOf<MessageEvent, 'ReactionAdded'>, 'userId' | 'emoji'>;

/** Who has reacted how, and how often each did: of what is taken back and said again without end the log would grow. */
export type Reactions = { readonly there: readonly Said[]; readonly counts: ReadonlyMap<string, number> };

export const NO_REACTIONS: Reactions = { there: [], counts: new Map() };

export const isSame = (one: Said, other: Said): boolean => one.userId === other.userId && one.emoji === other.emoji;

export const added = ({ there, counts }: Reactions, { userId, emoji }: Said): Reactions => ({
  there: [...there, { userId, emoji }],
  counts: new Map(counts).set(userId, (counts.get(userId) ?? 0) + 1),
});

export const removed = ({ there, counts }: Reactions, said: Said): Reactions => ({
  there: there.filter((each) => !isSame(each, said)),
  counts,
});

type About = Pick<DataOf<MessageEvent, 'ReactionAdded'>, 'conversationId' | 'year'>;

/** What makes a reaction stand so, on a message that is there. */
export const reacted = ({ there, counts }: Reactions, about: About, { isThere, ...said }: ReactionTurn) => {
  const { conversationId, year } = about;
  const data = { conversationId, year, ...said };
  if (there.some((each) => isSame(each, said)) === isThere) return [];
  if (!isThere) return [{ type: 'ReactionRemoved', data } as const];
  const isFull = there.length >= MESSAGE_LIMITS.reactions;
  const isOften = (counts.get(said.userId) ?? 0) >= MESSAGE_LIMITS.reactionsEach;
  return isFull || isOften ? refuse('message/reactions') : [{ type: 'ReactionAdded', data } as const];
};
