import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { CalendarRange } from 'lucide-react';
import { folded, type AuditFilters } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/store';
import { useCalendar } from '../../ui/calendar';
import { FilterChip } from '../../ui/filter-chip';
import { SearchInput } from '../../ui/search-input';
import { clients as allClients } from '../companies/companies.queries';
import { everybody } from '../users/users.queries';
import { useEventText } from './event-text';
import classes from './audit-filter-bar.module.css';

type Props = { readonly filters: AuditFilters; readonly onFilter: (filters: AuditFilters) => void };

/** What to look for. */
export const AuditFilterBar = ({ filters, onFilter }: Props) => {
  const { t } = useTranslation();
  const { date_format } = useStore(preferences);
  const calendar = useCalendar();
  const { titleOf } = useEventText();
  const types = Object.keys(t('events', { returnObjects: true }));
  const users = useQuery(everybody()).data?.users;
  const clients = useQuery(allClients()).data?.clients;
  const change = (next: { [F in keyof AuditFilters]?: AuditFilters[F] | null }) => {
    const all = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== null && value !== '');
    onFilter(Object.fromEntries(all));
  };
  const choice = (
    label: string,
    field: 'event_type' | 'user_id' | 'client_id',
    data: { value: string; label: string }[],
  ) => (
    <Select
      aria-label={label}
      placeholder={label}
      size="sm"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.clearFilter', { label }) }}
      nothingFoundMessage={t('audit.nothingFound')}
      value={filters[field] ?? null}
      data={data}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && folded(option.label).includes(folded(search.trim())))
      }
      onChange={(value) => change({ [field]: value })}
    />
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className={classes.bar} role="search" aria-label={t('audit.filters')}>
      <SearchInput label={t('audit.search')} q={filters.q ?? ''} onSearch={(q) => change({ q })} />
      {choice(
        t('audit.eventType'),
        'event_type',
        types.map((type) => ({ value: type, label: titleOf(type) })),
      )}
      {choice(
        t('audit.person'),
        'user_id',
        users?.map(({ id, name, email }) => ({ value: id, label: name ?? email ?? id })) ?? [],
      )}
      {choice(
        t('words.client'),
        'client_id',
        clients?.map((each) => ({ value: each.id, label: companyName(each) })) ?? [],
      )}
      <DatePickerInput
        {...calendar}
        type="range"
        size="sm"
        aria-label={t('audit.period')}
        placeholder={t('audit.period')}
        leftSection={<CalendarRange size={16} />}
        valueFormat={date_format}
        clearButtonProps={{ 'aria-label': t('list.clearFilter', { label: t('audit.period') }) }}
        value={[filters.date_from ?? null, filters.date_to ?? null]}
        onChange={([date_from, date_to]) => change({ date_from, date_to })}
      />
      {filters.correlation_id && (
        <FilterChip label={t('audit.oneAction')} onRemove={() => change({ correlation_id: null })} />
      )}
      {filters.resource_id && <FilterChip label={t('audit.oneThing')} onRemove={() => change({ resource_id: null })} />}
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" className={classes.reset} onClick={() => onFilter({})}>
          {t('audit.reset')}
        </Button>
      )}
    </div>
  );
};
