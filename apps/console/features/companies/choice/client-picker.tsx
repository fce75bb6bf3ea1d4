import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Client } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { chosenClient, useRecentClients } from './chosen-client';
import { useStore } from '../../../platform/storage/store';
import { useClientsById } from './clients-by-id';
import { clients } from '../companies.queries';
import { usePins } from './pins';
import classes from './client-picker.module.css';

const TYPING_MS = 200;

const optionOf = (client: Client) => ({ value: client.id, label: companyName(client) });

/** The last client, or the first of the list; one that was another person's is forgotten, and for one that goes nothing is chosen. */
const useChosen = (all: readonly Client[] | undefined, total: number): Client | null => {
  const id = useStore(chosenClient);
  const [chosen = null] = useClientsById(id === null ? [] : [id], all);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!all) return;
    if (id !== null && all.some((each) => each.id === id)) last.current = id;
    else if (id !== null && total > all.length) return;
    // whoever still looks at it must not seem to look at another
    else if (last.current === null) chosenClient.set(all[0]?.id ?? null);
    else if (id === last.current) chosenClient.set(null);
  }, [all, id, total]);
  return chosen;
};

/** On which client the person works: those at hand first, then those opened last, then all; or what is typed. */
export const ClientPicker = ({ onChoose }: { readonly onChoose: (id: string) => void }) => {
  const { t } = useTranslation();
  const { data } = useQuery(clients());
  const chosen = useChosen(data?.clients, data?.total ?? 0);
  const [typed, setTyped] = useState('');
  const words = chosen && typed === companyName(chosen) ? '' : typed.trim();
  const [q] = useDebouncedValue(words, TYPING_MS);
  const found = useQuery({ ...clients(q), placeholderData: keepPreviousData }).data?.clients ?? [];
  const { pinned } = usePins();
  const recent = useRecentClients().filter((id) => !pinned.includes(id));
  const pinnedClients = useClientsById(pinned, data?.clients);
  const recentClients = useClientsById(recent, data?.clients);
  const named = [...pinnedClients, ...recentClients];
  const others = [...(data?.clients ?? []), ...(chosen ? [chosen] : [])].filter(
    ({ id }, at, list) => !named.some((each) => each.id === id) && list.findIndex((each) => each.id === id) === at,
  );
  const groups = [
    { group: t('choice.pinned'), items: pinnedClients.map(optionOf) },
    { group: t('choice.recent'), items: recentClients.map(optionOf) },
    { group: named.length > 0 ? t('choice.all') : '', items: others.map(optionOf) },
  ].filter(({ items }) => items.length > 0);
  const isKnown = !chosen || found.some(({ id }) => id === chosen.id);
  const matches = (isKnown ? found : [chosen, ...found]).map(optionOf);
  return (
    <Select
      label={t('words.client')}
      placeholder={t('choice.choose')}
      nothingFoundMessage={t('choice.noneFound')}
      classNames={{ input: classes.input, label: classes.label, section: classes.section }}
      size="sm"
      searchable
      allowDeselect={false}
      value={chosen?.id ?? null}
      data={q === '' ? groups : matches}
      // the server has looked already; the one that is chosen stands in the list only to have a name
      filter={({ options }) =>
        q === '' || isKnown ? options : options.filter((option) => !('value' in option) || option.value !== chosen.id)
      }
      searchValue={typed}
      onSearchChange={setTyped}
      maxDropdownHeight={380}
      onChange={(id) => id !== null && onChoose(id)}
    />
  );
};
