import { useTranslation } from 'react-i18next';
import { firstLetterOf, type Conversation, type Message, type Participant, type Presence } from '@dosar/contracts';
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

/**
 * Those whom one waits for: in a client's conversation the client's people see whether the firm is there, and the firm whether
 * the client's are. A colleague says nothing of that.
 */
export const otherSide = (
  { kind, participants }: Pick<Conversation, 'kind' | 'participants'>,
  myId: string,
): Conversation['participants'] => {
  const others = participants.filter(({ id }) => id !== myId);
  if (kind !== 'client') return others;
  const isOfClient = participants.some(({ id, role }) => id === myId && role === 'user');
  return others.filter(({ role }) => (role === 'user') !== isOfClient);
};

const ORDER: readonly Presence[] = ['online', 'busy', 'away', 'offline'];

/** Whether these people are there: the one who is there most; and who is not, since when. */
export const usePresence = (people: Conversation['participants']) => {
  const told = useStore(presences);
  const now = ({ id, presence: status, last_seen }: Participant) => told.get(id) ?? { status, last_seen };
  const all = people.map(now);
  const presence = ORDER.find((each) => all.some(({ status }) => status === each)) ?? 'offline';
  const seen = all.flatMap(({ last_seen }) => last_seen ?? []).sort();
  return {
    presence,
    lastSeen: presence === 'offline' ? (seen.at(-1) ?? null) : null,
    statusOf: (person: Participant): Presence => now(person).status,
  };
};

/** The letters that stand for a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => firstLetterOf(word).toUpperCase())
    .join('');
