import type { UserId } from '../ids';
import type { Reaction } from './conversations.view';
import type { Emoji } from './conversations.values';

/** Somebody's reaction, and whether it is there. */
export type ReactionTurn = { readonly userId: UserId; readonly emoji: Emoji; readonly isThere: boolean };

/** One person more under an emoji, or one less; each kind stands where somebody first said it. */
export const withReaction = (all: readonly Reaction[], { userId, emoji, isThere }: ReactionTurn): Reaction[] => {
  const known = all.some((each) => each.emoji === emoji) ? all : [...all, { emoji, user_ids: [] }];
  return known
    .map((each) => {
      if (each.emoji !== emoji || each.user_ids.includes(userId) === isThere) return each;
      const others = each.user_ids.filter((id) => id !== userId);
      return { emoji, user_ids: isThere ? [...others, userId] : others };
    })
    .filter(({ user_ids }) => user_ids.length > 0);
};
