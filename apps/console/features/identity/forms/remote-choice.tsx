import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { client, clientPage, firm, firms } from '../people.queries';
import { companyName } from '../../../company-name';

const TYPING_MS = 200;

type Option = { readonly value: string; readonly label: string };
type Props = Omit<SelectProps<string>, 'data' | 'value' | 'onChange'> & {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/** What is typed, once the typing rests; what stands there because it was chosen is no question. */
const useWords = (chosen: Option | undefined) => {
  const [typed, setTyped] = useState('');
  const words = typed === chosen?.label ? '' : typed.trim();
  const [q] = useDebouncedValue(words, TYPING_MS);
  return { typed, setTyped, q };
};

const RemoteChoice = ({
  chosen,
  found,
  words,
  onChange,
  ...props
}: Props & {
  readonly chosen: Option | undefined;
  readonly found: readonly Option[];
  readonly words: ReturnType<typeof useWords>;
}) => {
  const { t } = useTranslation();
  const isKnown = !chosen || found.some(({ value }) => value === chosen.value);
  return (
    <Select
      searchable
      nothingFoundMessage={t('admin.list.nothing')}
      {...props}
      data={isKnown ? found : [chosen, ...found]}
      // the server has looked already; what is chosen stands in the list only to have a name
      filter={({ options }) =>
        isKnown || words.q === ''
          ? options
          : options.filter((each) => !('value' in each) || each.value !== chosen.value)
      }
      searchValue={words.typed}
      onSearchChange={words.setTyped}
      onChange={(value) => onChange(value)}
    />
  );
};

/** One of the firms, found as their names are typed. */
export const FirmChoice = (props: Props) => {
  const known = useQuery({ ...firm(props.value ?? ''), enabled: props.value !== null }).data?.firm;
  const chosen = known && { value: known.id, label: companyName(known) };
  const words = useWords(chosen);
  const { data } = useQuery({ ...firms(words.q === '' ? {} : { q: words.q }), placeholderData: keepPreviousData });
  const found = data?.firms.map((each) => ({ value: each.id, label: companyName(each) })) ?? [];
  return <RemoteChoice {...props} chosen={chosen} found={found} words={words} />;
};

/** One of the clients, found as their names are typed. */
export const ClientChoice = (props: Props) => {
  const known = useQuery({ ...client(props.value ?? ''), enabled: props.value !== null }).data?.client;
  const chosen = known && { value: known.id, label: companyName(known) };
  const words = useWords(chosen);
  const { data } = useQuery({ ...clientPage(words.q === '' ? {} : { q: words.q }), placeholderData: keepPreviousData });
  const found = data?.clients.map((each) => ({ value: each.id, label: companyName(each) })) ?? [];
  return <RemoteChoice {...props} chosen={chosen} found={found} words={words} />;
};
