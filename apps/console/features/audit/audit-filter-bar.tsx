import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { CalendarRange } from 'lucide-react';
import { folded, type AuditFilters } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { useCalendar } from '../../ui/calendar';
import { FilterChip } from '../../ui/filter-chip';
import { SearchInput } from '../../ui/search-input';
import { clients as allClients } from '../companies/companies.queries';
import { everybody } from '../users/users.queries';
import { useEventText } from './event-text';
import classes from './audit-filter-bar.module.css';

type Props = { readonly filters: AuditFilters; readonly onFilter: (filters: AuditFilters) => void };

/** null takes a filter away. */
type Change = { [F in keyof AuditFilters]?: AuditFilters[F] | null };

/** What to look for. */
export const AuditFilterBar = ({ filters, onFilter }: Props) => {
  const { t } = useTranslation();
  const { date_format } = useStore(preferences);
  const calendar = useCalendar();
  const { titleOf } = useEventText();
  const types = Object.keys(t('events', { returnObjects: true }));
  const users = useQuery(everybody()).data?.users;
  const clients = useQuery(allClients()).data?.clients;
  const change = (next: Change) => {
    const all = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== null && value !== '');
    onFilter(Object.fromEntries(all));
  };
  const choice = (field: ChoiceProps['field'], label: string, data: ChoiceProps['data']) => (
    <Choice field={field} label={label} data={data} value={filters[field] ?? null} onChange={change} />
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className={classes.bar} role="search" aria-label={t('audit.filters')}>
      <SearchInput label={t('audit.search')} q={filters.q ?? ''} onSearch={(q) => change({ q })} />
      {choice(
        'event_type',
        t('audit.eventType'),
        types.map((type) => ({ value: type, label: titleOf(type) })),
      )}
      {choice(
        'user_id',
        t('audit.person'),
        users?.map(({ id, name, email }) => ({ value: id, label: name ?? email ?? id })) ?? [],
      )}
      {choice(
        'client_id',
        t('words.client'),
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

type ChoiceProps = {
  readonly field: 'event_type' | 'user_id' | 'client_id';
  readonly label: string;
  readonly data: { value: string; label: string }[];
  readonly value: string | null;
  readonly onChange: (next: Change) => void;
};

const Choice = ({ field, label, data, value, onChange }: ChoiceProps) => {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="sm"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.clearFilter', { label }) }}
      nothingFoundMessage={t('audit.nothingFound')}
      value={value}
      data={data}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && folded(option.label).includes(folded(search.trim())))
      }
      onChange={(chosen) => onChange({ [field]: chosen })}
    />
  );
};
