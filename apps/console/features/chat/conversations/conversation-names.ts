import { useTranslation } from 'react-i18next';
import { firstLetterOf, type Conversation, type Message, type Presence } from '@dosar/contracts';
import { useStore } from '../../../platform/storage/store';
import { nameOr, conversationTitle } from '../../../platform/conversation-title';
import { presences } from '../live/live-conversations';

type Talk = Parameters<typeof conversationTitle>[1];

/** What conversations, people and messages are called. */
export const useConversationNames = (myId: string) => {
  const { t } = useTranslation();
  const nameOf = (name: string | null) => nameOr(t, name);
  const others = ({ participants }: Pick<Talk, 'participants'>) => participants.filter(({ id }) => id !== myId);
  const titleOf = (talk: Talk) => conversationTitle(t, talk, myId);
  /** What a message says or brings, also when that was erased. */
  const saidIn = ({ text, attachments }: Pick<Message, 'text' | 'attachments'>): string =>
    text?.trim() || attachments.map(({ name }) => name ?? t('chat.unreadable')).join(', ') || t('chat.unreadable');
  /** A message in one line. */
  const lineOf = (message: Message): string => {
    const { deleted, sender_id, sender_name } = message;
    const said = deleted ? t('chat.deleted') : saidIn(message);
    const who = sender_id === myId ? t('chat.you') : (sender_name?.split(' ')[0] ?? t('names.erasedPerson'));
    return t('chat.line', { who, said });
  };
  return { titleOf, lineOf, saidIn, nameOf, others };
};

const ORDER: readonly Presence[] = ['online', 'busy', 'away', 'offline'];

/** Whether the others of a conversation are there: the one who is there most; and who is not, since when. */
export const usePresence = (people: Conversation['participants']) => {
  const told = useStore(presences);
  const all = people.map(({ id, presence, last_seen }) => told.get(id) ?? { status: presence, last_seen });
  const presence = ORDER.find((each) => all.some(({ status }) => status === each)) ?? 'offline';
  const seen = all.flatMap(({ last_seen }) => last_seen ?? []).sort();
  return { presence, lastSeen: presence === 'offline' ? (seen.at(-1) ?? null) : null };
};

/** The letters that stand for a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => firstLetterOf(word).toUpperCase())
    .join('');
