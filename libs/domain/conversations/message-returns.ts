import type { ReactionTurn } from '@dosar/contracts';
import type { MessageEvent } from './message.events';
import { isSame } from './message-reactions';

/** How a message stands, in what is of interest. A text that was erased is null. */
export type MessageStand = {
  readonly text?: string | null;
  readonly isDeleted?: boolean;
  readonly reactions?: readonly ReactionTurn[];
};

/** A message that is to stand again as it did. `was`: as it must stand now; where it does not, it was changed since. */
export type MessageReturn = { readonly was: MessageStand; readonly to: MessageStand };

export const agree = (now: Required<MessageStand>, { text, isDeleted, reactions = [] }: MessageStand): boolean =>
  (text === undefined || text === now.text) &&
  (isDeleted === undefined || isDeleted === now.isDeleted) &&
  reactions.every((each) => now.reactions.some((other) => isSame(each, other)) === each.isThere);

/** What reactions are, where the first list says something and the second something else. */
const over = (first: readonly ReactionTurn[] = [], second: readonly ReactionTurn[] = []) => [
  ...first,
  ...second.filter((each) => !first.some((other) => isSame(each, other))),
];

/** What is known of a stand, where the first says more than the second. */
const both = (first: MessageStand, second: MessageStand): MessageStand => {
  const reactions = over(first.reactions, second.reactions);
  return { ...second, ...first, ...(reactions.length > 0 && { reactions }) };
};

/** An event as a change of its message. */
const changeOf = ({ type, data }: MessageEvent): { readonly from: MessageStand; readonly to: MessageStand } => {
  switch (type) {
    case 'MessageSent':
      return { from: { isDeleted: true }, to: { isDeleted: false, text: data.text } };
    case 'MessageEdited':
      return { from: { text: data.from }, to: { text: data.to } };
    case 'MessageDeleted':
      return { from: { isDeleted: false }, to: { isDeleted: true } };
    case 'MessageRestored':
      return { from: { isDeleted: true }, to: { isDeleted: false } };
    case 'ReactionAdded':
    case 'ReactionRemoved': {
      const { userId, emoji } = data;
      const isThere = type === 'ReactionAdded';
      const stand = (is: boolean) => ({ reactions: [{ userId, emoji, isThere: is }] });
      return { from: stand(!isThere), to: stand(isThere) };
    }
  }
};

/** What undoes these events of one message; null when they come to nothing. */
export const messageReturn = (events: readonly MessageEvent[]): MessageReturn | null => {
  let before: MessageStand = {};
  let after: MessageStand = {};
  for (const event of events) {
    const { from, to } = changeOf(event);
    before = both(before, from);
    after = both(to, after);
  }
  if (before.isDeleted === true)
    return after.isDeleted ? null : { was: { isDeleted: false, text: after.text ?? null }, to: { isDeleted: true } };
  const isGone = before.isDeleted === false && after.isDeleted === true;
  // what was deleted comes back as it was before the deed
  if (isGone) return { was: { isDeleted: true }, to: { isDeleted: false } };
  return changed(before, after);
};

const changed = (before: MessageStand, after: MessageStand): MessageReturn | null => {
  const isEdited = before.text !== after.text;
  const reactions = (before.reactions ?? []).filter(
    (each) => after.reactions?.find((other) => isSame(each, other))?.isThere !== each.isThere,
  );
  if (!isEdited && reactions.length === 0) return null;
  const stand = (text: string | null | undefined, isTurned: boolean): MessageStand => ({
    ...(isEdited && { text: text ?? null }),
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ isThere, ...said }) => ({ ...said, isThere: isThere !== isTurned })),
    }),
  });
  return { was: stand(after.text, true), to: stand(before.text, false) };
};
