import { useTranslation } from 'react-i18next';
import { queries } from '../../platform/queries';
import type { Conversation, Message, messagesApi, Participant, ReplyOf } from '@dosar/contracts';
import { Dialog } from '../../ui/dialogs/dialog';
import { reachedBy } from './message-state';
import classes from './history.module.css';

type Props = { readonly message: Message; readonly talk: Conversation; readonly onClose: () => void };

type Known = { readonly pages: readonly ReplyOf<typeof messagesApi.list>[] };

/** All messages of the conversation that were read here. */
const knownOf = (id: string): Message[] =>
  queries
    .getQueriesData<Known>({ queryKey: ['messages', 'window', id] })
    .flatMap(([, known]) => known?.pages.flatMap((page) => page.messages) ?? []);

/** Who has read a message, and to whom it was delivered. */
export const ReadersDialog = ({ message, talk, onClose }: Props) => {
  const { t } = useTranslation();
  const messages = knownOf(talk.id);
  const read = reachedBy('last_read_message_id', message, messages, talk);
  const came = reachedBy('last_delivered_message_id', message, messages, talk);
  const others = talk.participants.filter(({ id }) => id !== message.sender_id);
  const delivered = came.filter((each) => !read.includes(each));
  const left = others.filter((each) => !read.includes(each) && !came.includes(each));
  return (
    <Dialog onClose={onClose} title={t('chat.readers')}>
      <People title={t('chat.readBy')} people={read} />
      <People title={t('chat.deliveredTo')} people={delivered} />
      <People title={t('chat.notYet')} people={left} />
    </Dialog>
  );
};

const People = ({ title, people }: { readonly title: string; readonly people: readonly Participant[] }) => {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.readers}>
        {people.map(({ id, name, role }) => (
          <li key={id}>
            {name ?? t('chat.erased')} · {t(`roles.${role}`)}
          </li>
        ))}
      </ul>
    </>
  );
};
