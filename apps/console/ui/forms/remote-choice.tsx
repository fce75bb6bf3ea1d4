import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';

const TYPING_MS = 200;

type Option = { readonly value: string; readonly label: string };

/** Options that only the server has all of. */
export type Choices<One, Some, K extends QueryKey, L extends QueryKey> = {
  readonly one: (id: string) => UseQueryOptions<One, Error, One, K>;
  readonly some: (q: string) => UseQueryOptions<Some, Error, Some, L>;
  readonly optionOf: (one: One) => Option;
  readonly optionsOf: (some: Some) => readonly Option[];
};

type Props<One, Some, K extends QueryKey, L extends QueryKey> = Omit<
  SelectProps<string>,
  'data' | 'value' | 'onChange'
> & {
  readonly choices: Choices<One, Some, K, L>;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/** The typed text, debounced; the label of the chosen option is no query. */
const useWords = (chosen: Option | undefined) => {
  const [typed, setTyped] = useState('');
  const words = typed === chosen?.label ? '' : typed.trim();
  const [q] = useDebouncedValue(words, TYPING_MS);
  return { typed, setTyped, q };
};

/** A selection among things found by their names while typing. */
export const RemoteChoice = <One, Some, K extends QueryKey, L extends QueryKey>({
  choices: { one, some, optionOf, optionsOf },
  onChange,
  ...props
}: Props<One, Some, K, L>) => {
  const { t } = useTranslation();
  const { data: known } = useQuery({ ...one(props.value ?? ''), enabled: props.value !== null });
  const chosen = known && optionOf(known);
  const words = useWords(chosen);
  const { data } = useQuery({ ...some(words.q), placeholderData: keepPreviousData });
  const found = data ? optionsOf(data) : [];
  const isKnown = !chosen || found.some(({ value }) => value === chosen.value);
  return (
    <Select
      searchable
      nothingFoundMessage={t('words.nothing')}
      {...props}
      data={isKnown ? found : [chosen, ...found]}
      // the server has filtered already; the chosen option is in the list only for its label
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
