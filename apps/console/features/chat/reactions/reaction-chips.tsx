import { useTranslation } from 'react-i18next';
import { Tooltip } from '@mantine/core';
import type { Conversation, Emoji, Message, Reaction } from '@dosar/contracts';
import { WORDS } from './reaction-words';
import classes from './reactions.module.css';

type Props = {
  readonly myId: string;
  readonly talk: Conversation;
  readonly message: Message;
  readonly reactions: readonly Reaction[];
  /** Absent where nothing is done: in the past. */
  readonly onTurn?: ((emoji: Emoji) => void) | undefined;
};

/** So many people are named; of the others it is said how many they are. */
const NAMED = 10;

/** Who has reacted, by name; of those who take part no more and wrote none of it, that they did. */
const useNames = ({ myId, talk, message }: Pick<Props, 'myId' | 'talk' | 'message'>) => {
  const { t } = useTranslation();
  const known = new Map<string, string | null>([
    [message.sender_id, message.sender_name],
    ...talk.participants.map(({ id, name }) => [id, name] as const),
  ]);
  return (ids: readonly string[]): string => {
    const mine = ids.includes(myId) ? [t('chat.you')] : [];
    const others = ids.filter((id) => id !== myId).flatMap((id) => known.get(id) ?? []);
    const names = [...mine, ...others].slice(0, NAMED);
    const rest = ids.length - names.length;
    return [...names, ...(rest > 0 ? [t('chat.reactionsMore', { count: rest })] : [])].join(', ');
  };
};

/** What people say of a message without writing, and who: a press says the same, or takes it back. */
export const ReactionChips = ({ myId, talk, message, reactions, onTurn }: Props) => {
  const { t } = useTranslation();
  const namesOf = useNames({ myId, talk, message });
  if (reactions.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {reactions.map(({ emoji, user_ids }) => {
        const what = t(`chat.reactions.${WORDS[emoji]}`, { defaultValue: emoji });
        const label = t('chat.reactedBy', { what, names: namesOf(user_ids) });
        const inside = (
          <>
            <span aria-hidden="true">{emoji}</span>
            <span aria-hidden="true">{user_ids.length}</span>
          </>
        );
        return (
          <li key={emoji}>
            <Tooltip label={label} multiline maw={280} events={{ hover: true, focus: true, touch: false }}>
              {onTurn ? (
                <button
                  type="button"
                  aria-pressed={user_ids.some((id) => id === myId)}
                  aria-label={label}
                  onClick={() => onTurn(emoji)}
                >
                  {inside}
                </button>
              ) : (
                <span role="img" aria-label={label}>
                  {inside}
                </span>
              )}
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
};
