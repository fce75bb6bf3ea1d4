import { z } from 'zod';
import { rule } from '../rules';

/** `edits` of a message; `unread`: so many unread messages are counted, and not more. */
export const MESSAGE_LIMITS = {
  text: 10_000,
  attachments: 20,
  edits: 100,
  page: 50,
  maxPage: 100,
  unread: 1_000,
} as const;
export const CONVERSATION_LIMITS = { title: 200, participants: 1_000 } as const;

/** Without anything to be seen a text is empty. */
export const isBlank = (text: string): boolean => text.trim() === '';

export const MessageText = z.string().max(MESSAGE_LIMITS.text);
export const ConversationTitle = z.string().trim().min(1, rule('required')).max(CONVERSATION_LIMITS.title);

/** How long somebody is said to be typing after they last said so. */
export const TYPING_MS = 5_000;
