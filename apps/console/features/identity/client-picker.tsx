import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { folded } from '@dosar/contracts';
import { chosenClient } from '../../chosen-client';
import { useStore } from '../../store';
import { clients } from './identity.queries';
import classes from './client-picker.module.css';

/** On which client the person works: the last one, or the first of the list. */
export const ClientPicker = ({ onChoose }: { readonly onChoose: (id: string) => void }) => {
  const { t } = useTranslation();
  const { data } = useQuery(clients());
  const chosen = useStore(chosenClient);
  const all = data?.clients;
  useEffect(() => {
    const isOne = all?.some(({ id }) => id === chosen);
    if (all?.[0] && chosen === null) chosenClient.set(all[0].id);
    // one that is gone, or was another person's
    else if (all && !isOne && data.total <= all.length) chosenClient.set(all[0]?.id ?? null);
  }, [all, chosen, data]);
  return (
    <Select
      label={t('clients.one')}
      placeholder={t('clients.choose')}
      nothingFoundMessage={t('clients.noneFound')}
      classNames={{ input: classes.input, label: classes.label, section: classes.section }}
      size="sm"
      searchable
      allowDeselect={false}
      value={all?.some(({ id }) => id === chosen) ? chosen : null}
      data={all?.map(({ id, societate, cui }) => ({ value: id, label: societate ?? cui })) ?? []}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && folded(option.label).includes(folded(search.trim())))
      }
      onChange={(id) => id !== null && onChoose(id)}
    />
  );
};
