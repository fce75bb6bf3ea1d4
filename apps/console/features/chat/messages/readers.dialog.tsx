import { useTranslation } from 'react-i18next';
import type { Conversation, Message, Participant } from '@dosar/contracts';
import { momentOf } from '../../../platform/format';
import { Dialog } from '../../../ui/dialogs/dialog';
import { reachedBy, type Mark } from './message-state';
import classes from './history.module.css';

type Props = { readonly message: Message; readonly talk: Conversation; readonly onClose: () => void };

/** Who has read a message and to whom it was delivered, and when. */
export const ReadersDialog = ({ message, talk, onClose }: Props) => {
  const { t } = useTranslation();
  const read = reachedBy('last_read', message, talk);
  const came = reachedBy('last_delivered', message, talk);
  const others = talk.participants.filter(({ id }) => id !== message.sender_id);
  const delivered = came.filter((each) => !read.includes(each));
  const left = others.filter((each) => !read.includes(each) && !came.includes(each));
  return (
    <Dialog onClose={onClose} title={t('chat.readers')}>
      <People title={t('chat.readBy')} people={read} message={message} mark="last_read" />
      <People title={t('chat.deliveredTo')} people={delivered} message={message} mark="last_delivered" />
      <People title={t('chat.notYet')} people={left} message={message} mark={null} />
    </Dialog>
  );
};

type PeopleProps = {
  readonly title: string;
  readonly people: readonly Participant[];
  readonly message: Message;
  readonly mark: Mark | null;
};

const People = ({ title, people, message, mark }: PeopleProps) => {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.readers}>
        {people.map((each) => (
          <li key={each.id}>
            <span>
              {each.name ?? t('names.erasedPerson')} · {t(`roles.${each.role}`)}
            </span>
            {mark && <Times times={each[mark]} of={message} />}
          </li>
        ))}
      </ul>
    </>
  );
};

/** A mark that has gone on says only until when a message before it was reached. */
const Times = ({ times, of }: { readonly times: Participant[Mark]; readonly of: Message }) => {
  const { t } = useTranslation();
  if (times === null) return null;
  const when = momentOf(times.at);
  return <time dateTime={times.at}>{times.sent_at > of.created_at ? t('chat.atLatest', { when }) : when}</time>;
};
