import type { MessageEvent } from './message.events';

/** How a message stands, in what is of interest. A text that was erased is null. */
export type MessageStand = { readonly text?: string | null; readonly isDeleted?: boolean };

/** A message that is to stand again as it did. `was`: as it must stand now; where it does not, it was changed since. */
export type MessageReturn = { readonly was: MessageStand; readonly to: MessageStand };

export const agree = (now: Required<MessageStand>, { text, isDeleted }: MessageStand): boolean =>
  (text === undefined || text === now.text) && (isDeleted === undefined || isDeleted === now.isDeleted);

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
  }
};

/** What undoes these events of one message; null when they come to nothing. */
export const messageReturn = (events: readonly MessageEvent[]): MessageReturn | null => {
  let before: MessageStand = {};
  let after: MessageStand = {};
  for (const event of events) {
    const { from, to } = changeOf(event);
    before = { ...from, ...before };
    after = { ...after, ...to };
  }
  if (before.isDeleted === true) return after.isDeleted ? null : { was: after, to: { isDeleted: true } };
  const isGone = before.isDeleted === false && after.isDeleted === true;
  // what was deleted comes back as it was before the deed
  if (isGone) return { was: { isDeleted: true }, to: { isDeleted: false } };
  return before.text === after.text ? null : { was: { text: after.text }, to: { text: before.text } };
};
