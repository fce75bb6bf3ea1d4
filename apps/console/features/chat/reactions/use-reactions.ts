import { useMutation, useMutationState } from '@tanstack/react-query';
import { messagesApi, withReaction, type Emoji, type Me, type Message, type ReactionTurn } from '@dosar/contracts';
import { writing } from '../../../platform/queries';
import { showReaction } from '../chat.queries';

type Turn = ReactionTurn & { readonly message: Message };

const how = {
  touches: (_: unknown, { message, ...turn }: Turn) => showReaction(message, turn),
  failure: 'chat.failedReaction',
} as const;
const adding = writing(messagesApi.react, {
  input: ({ message: { id }, emoji }: Turn) => ({ params: { id }, body: { emoji } }),
  ...how,
});
const removing = writing(messagesApi.unreact, {
  input: ({ message: { id }, emoji }: Turn) => ({ params: { id, emoji } }),
  ...how,
});
const KEYS: readonly unknown[] = [adding, removing].map(({ mutationKey }) => mutationKey.join(' '));

/** The reactions to a message, with the own ones as they were chosen last: what cannot be done is as before by itself. */
export const useReactions = (user: Me, message: Message) => {
  // one after the other, so that an earlier answer does not hide a later choice
  const scope = { id: `reactions ${message.id}` };
  const { mutate: add } = useMutation({ ...adding, scope });
  const { mutate: remove } = useMutation({ ...removing, scope });
  const underway = useMutationState({
    filters: { status: 'pending', predicate: ({ options }) => KEYS.includes(options.mutationKey?.join(' ')) },
    select: ({ state }) => state.variables as Turn,
  });
  const reactions = underway
    .filter((turn) => turn.message.id === message.id)
    .reduce(withReaction, [...message.reactions]);
  const isMine = (emoji: Emoji) =>
    reactions.some((each) => each.emoji === emoji && each.user_ids.some((id) => id === user.id));
  const turn = (emoji: Emoji) => {
    const isThere = !isMine(emoji);
    (isThere ? add : remove)({ message, userId: user.id, emoji, isThere });
  };
  return { reactions, isMine, turn };
};
