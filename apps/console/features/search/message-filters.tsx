import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Me } from '@dosar/contracts';
import { nameOr, conversationTitle } from '../../platform/conversation-title';
import { useFilterProps } from '../../ui/table/use-filter-props';
import { conversation, conversations, people } from '../chat/chat.queries';
import type { SearchAddress } from './search.search';

type Props = {
  readonly user: Me;
  readonly filters: SearchAddress;
  readonly change: (next: Partial<SearchAddress>) => void;
};

const TYPING_MS = 200;

/** Who wrote a message, and in which conversation. What can be chosen is asked for once somebody wants to choose. */
export const MessageFilters = (props: Props) => (
  <>
    <Sender {...props} />
    <Conversation {...props} />
  </>
);

const useWords = () => {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [q] = useDebouncedValue(words.trim(), TYPING_MS);
  return { q, isOpen, open: () => setOpen(true), setWords };
};

const Sender = ({ user, filters, change }: Props) => {
  const { t } = useTranslation();
  const { q, isOpen, open, setWords } = useWords();
  const { sender_id: chosen } = filters;
  const isWanted = isOpen || (chosen !== undefined && chosen !== user.id);
  // what is chosen stands in the field: it is no question
  const { data } = useQuery({ ...people(isOpen && chosen === undefined ? q : ''), enabled: isWanted });
  const found = [user, ...(data?.people ?? []).filter(({ id }) => id !== user.id)];
  return (
    <Choice
      label={t('search.sender')}
      chosen={chosen}
      options={found.map(({ id, name }) => ({ value: id, label: nameOr(t, name) }))}
      onOpen={open}
      onWords={setWords}
      onChoose={(sender_id) => change({ sender_id })}
    />
  );
};

const Conversation = ({ user, filters, change }: Props) => {
  const { t } = useTranslation();
  const { q, isOpen, open, setWords } = useWords();
  const { conversation_id: chosen } = filters;
  const found = useInfiniteQuery({ ...conversations(chosen === undefined ? q : ''), enabled: isOpen });
  const { data } = useQuery({ ...conversation(chosen ?? ''), enabled: chosen !== undefined });
  const known = found.data?.pages.flatMap((page) => page.conversations) ?? [];
  const talks = data && known.every(({ id }) => id !== chosen) ? [data.conversation, ...known] : known;
  return (
    <Choice
      label={t('search.conversation')}
      chosen={chosen}
      options={talks.map((talk) => ({ value: talk.id, label: conversationTitle(t, talk, user.id) }))}
      onOpen={open}
      onWords={setWords}
      onChoose={(conversation_id) => change({ conversation_id })}
    />
  );
};

type ChoiceProps = {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onOpen: () => void;
  readonly onWords: (words: string) => void;
  readonly onChoose: (id: string | undefined) => void;
};

const Choice = ({ label, chosen, options, onOpen, onWords, onChoose }: ChoiceProps) => {
  const { t } = useTranslation();
  return (
    <Select
      {...useFilterProps()(label)}
      data={options}
      value={chosen ?? null}
      searchable
      // the server has looked already
      filter={({ options: all }) => all}
      nothingFoundMessage={t('words.nothing')}
      onDropdownOpen={onOpen}
      onSearchChange={onWords}
      onChange={(value) => onChoose(value ?? undefined)}
    />
  );
};
