import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Message } from '@dosar/contracts';

/** So near to an end more is read on; so near to the bottom what is new is followed. */
const NEAR_PX = 240;
const FOLLOWED_PX = 80;

const elementOf = (root: HTMLElement, id: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);

type Parts = {
  readonly messages: readonly Message[];
  /** What is at the bottom besides, as messages that are not sent yet: the end is followed when it is more. */
  readonly below: number;
  /** How many were sent here. */
  readonly sent: number;
  /** While something is read nothing more is asked for: where it stands is looked at again behind that. */
  readonly isBusy: boolean;
  /** Where reading begins: this message at the top, or the newest at the bottom. */
  readonly startAt: string | null;
  readonly onTop: () => void;
  readonly onBottom: () => void;
  /** The last message that was seen. */
  readonly onSeen: (message: Message) => void;
  /** Whether the end is in sight, so that what comes is followed. */
  readonly onEnd: (isInSight: boolean) => void;
};

/** How it stood when it was looked at last. */
type Before = {
  readonly startAt: string | null;
  readonly first: string | null;
  readonly top: number;
  readonly sent: number;
  readonly follows: boolean;
};

const isAtBottom = (root: HTMLElement): boolean => root.scrollHeight - root.scrollTop - root.clientHeight < FOLLOWED_PX;

/** Keeps what is read in its place while more comes above, and follows what comes below while the bottom is seen. */
export const useScrolling = (box: RefObject<HTMLElement | null>, parts: Parts) => {
  const { messages, below, sent, isBusy, startAt } = parts;
  const first = messages[0]?.id ?? null;
  const last = messages.at(-1)?.id ?? null;
  const before = useRef<Before | null>(null);

  const look = useEffectEvent(() => {
    const root = box.current;
    if (!root || before.current === null) return;
    const follows = isAtBottom(root);
    before.current = { ...before.current, follows, top: topOf(root, before.current.first) };
    parts.onEnd(follows);
    if (root.scrollTop < NEAR_PX) parts.onTop();
    if (root.scrollHeight - root.scrollTop - root.clientHeight < NEAR_PX) parts.onBottom();
    if (!document.hasFocus()) return;
    const seen = lastSeen(root, messages);
    if (seen) parts.onSeen(seen);
  });

  useLayoutEffect(() => {
    const root = box.current;
    if (!root || first === null) return;
    const known = before.current;
    if (known === null || known.startAt !== startAt) start(root, startAt);
    // whoever sends something looks at it
    else if (sent > known.sent) root.scrollTo(0, root.scrollHeight);
    else if (known.first !== null && known.first !== first) root.scrollBy(0, topOf(root, known.first) - known.top);
    else if (known.follows) root.scrollTo(0, root.scrollHeight);
    before.current = { startAt, first, sent, follows: isAtBottom(root), top: topOf(root, first) };
  }, [box, first, last, below, sent, startAt]);

  useEffect(() => {
    const root = box.current;
    const onLook = () => look();
    onLook();
    root?.addEventListener('scroll', onLook, { passive: true });
    addEventListener('focus', onLook);
    return () => {
      root?.removeEventListener('scroll', onLook);
      removeEventListener('focus', onLook);
    };
  }, [box, first, last, isBusy]);
};

const topOf = (root: HTMLElement, id: string | null): number => {
  const found = id === null ? null : elementOf(root, id);
  return found ? found.getBoundingClientRect().top : 0;
};

const start = (root: HTMLElement, startAt: string | null): void => {
  const found = startAt === null ? null : elementOf(root, startAt);
  if (found) found.scrollIntoView({ block: 'center' });
  else root.scrollTo(0, root.scrollHeight);
};

/** The last message whose end is in sight. */
const lastSeen = (root: HTMLElement, messages: readonly Message[]): Message | null => {
  const bottom = root.getBoundingClientRect().bottom + 4;
  for (const message of [...messages].reverse()) {
    const found = elementOf(root, message.id);
    if (found && found.getBoundingClientRect().bottom <= bottom) return message;
  }
  return null;
};
