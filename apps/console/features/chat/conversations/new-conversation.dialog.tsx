import { useTranslation } from 'react-i18next';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { conversationsApi, type Person } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { writing } from '../../../platform/queries';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { Message } from '../../../ui/message';
import { SearchInput } from '../../../ui/search-input';
import { Waiting } from '../../../ui/screens';
import { people } from '../chat.queries';
import { refreshConversations } from '../live/refresh-conversations';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './new-conversation.module.css';

type Wanted = { readonly ids: readonly string[]; readonly title: string };

const opening = writing(conversationsApi.open, {
  input: ({ ids, title }: Wanted) => ({
    body: { participant_ids: [...ids], ...(title.trim() !== '' && { title: title.trim() }) },
  }),
  touches: () => refreshConversations(),
  failure: null,
});

/** With whom to talk, and about what if it is to be a conversation of its own. */
export const NewConversationDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const navigate = useNavigate();
  const [q, setQ] = useUnfinishedState('people', '');
  const [title, setTitle] = useUnfinishedState('title', '');
  const [chosen, setChosen] = useUnfinishedState<readonly Person[]>('chosen', []);
  const { data, error: unread } = useQuery({ ...people(q), placeholderData: keepPreviousData });
  const { mutate, isPending, error } = useMutation(opening);
  const toggle = (person: Person) =>
    setChosen((so) =>
      so.some(({ id }) => id === person.id) ? so.filter(({ id }) => id !== person.id) : [...so, person],
    );
  const open = () =>
    mutate(
      { ids: chosen.map(({ id }) => id), title },
      {
        onSuccess: ({ conversation: { id } }) => {
          onClose();
          void navigate({ to: '/chat/$conversationId', params: { conversationId: id } });
        },
      },
    );
  const others = (data?.people ?? []).filter(({ id }) => !chosen.some((each) => each.id === id));
  return (
    <Dialog onClose={onClose} title={t('chat.new')}>
      <div className={classes.body}>
        <SearchInput label={t('chat.searchPeople')} q={q} onSearch={setQ} />
        {unread && !data && <Message tone="error">{sentence(unread)}</Message>}
        {!data && !unread && <Waiting />}
        <People people={[...chosen, ...others]} chosen={chosen} onToggle={toggle} />
        {data && chosen.length + others.length === 0 && <p className={classes.none}>{t('chat.nobody')}</p>}
        <TextInput
          label={t('chat.subject')}
          description={t('chat.subjectText')}
          value={title}
          maxLength={200}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        {error && <Message tone="error">{sentence(error)}</Message>}
        <DialogFooter
          action={t('chat.open')}
          isPending={isPending}
          isDisabled={chosen.length === 0}
          onAction={open}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
};

type PeopleProps = {
  readonly people: readonly Person[];
  readonly chosen: readonly Person[];
  readonly onToggle: (person: Person) => void;
};

const People = ({ people: all, chosen, onToggle }: PeopleProps) => {
  const { t } = useTranslation();
  return (
    <ul className={classes.people}>
      {all.map((person) => (
        <li key={person.id}>
          <Checkbox
            checked={chosen.includes(person)}
            onChange={() => onToggle(person)}
            label={person.name ?? t('names.erasedPerson')}
            description={t(`roles.${person.role}`)}
          />
        </li>
      ))}
    </ul>
  );
};
