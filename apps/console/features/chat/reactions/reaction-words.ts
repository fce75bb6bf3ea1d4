import type { Emoji } from '@dosar/contracts';

/** What each of them says in words. */
export const WORDS = {
  '✅': 'seen',
  '👍': 'agreed',
  '❤️': 'thanks',
  '🎉': 'great',
  '❓': 'question',
} as const satisfies Record<Emoji, string>;
