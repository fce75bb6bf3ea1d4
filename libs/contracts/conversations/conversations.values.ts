import { z } from 'zod';
import { notBlank } from '../rules';

/**
 * `edits` of a message; `unread`: so many unread messages are counted, and not more; `reactions`: so many a message has
 * at most, and as often one person may react to it.
 */
export const MESSAGE_LIMITS = {
  text: 10_000,
  attachments: 20,
  edits: 100,
  page: 50,
  maxPage: 100,
  unread: 1_000,
  reactions: 200,
  reactionsEach: 50,
} as const;
export const CONVERSATION_LIMITS = { title: 200, participants: 1_000 } as const;

/** At most 10,000 characters, kept as they were sent. */
export const MessageText = z.string().max(MESSAGE_LIMITS.text);
/** What one can say of a message without writing: seen, agreed, thanks, well done, a question. */
export const REACTIONS = ['✅', '👍', '❤️', '🎉', '❓'] as const;
export const Emoji = z.enum(REACTIONS);
export type Emoji = z.infer<typeof Emoji>;

/** What a conversation is called: 1 to 200 characters, not only blanks. */
export const ConversationTitle = notBlank(z.string().trim().max(CONVERSATION_LIMITS.title));

/** How long somebody is said to be typing after they last said so. */
export const TYPING_MS = 5_000;
