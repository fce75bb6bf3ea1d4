/** What is offered to be put into a message; the names are in the catalogue. */
export const EMOJI = {
  smile: '🙂',
  happy: '😊',
  grin: '😄',
  joy: '😂',
  wink: '😉',
  delighted: '😍',
  relieved: '😅',
  thinking: '🤔',
  surprised: '😮',
  worried: '😟',
  sad: '😢',
  angry: '😠',
  asleep: '😴',
  thanks: '🙏',
  hello: '👋',
  applause: '👏',
  thumbsUp: '👍',
  thumbsDown: '👎',
  fine: '👌',
  strong: '💪',
  handshake: '🤝',
  heart: '❤️',
  party: '🎉',
  flowers: '💐',
  done: '✅',
  no: '❌',
  warning: '⚠️',
  question: '❓',
  document: '📄',
  calendar: '📅',
  deadline: '⏰',
  money: '💰',
} as const;
export type Emoji = keyof typeof EMOJI;
export const NAMES = Object.keys(EMOJI) as Emoji[];
/** So many stand beside each other. */
export const ROW = 8;
