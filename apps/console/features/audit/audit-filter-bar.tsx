import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { CalendarRange, SlidersHorizontal } from 'lucide-react';
import { companyName } from '../../platform/company-name';
import { momentOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { byLabel } from '../../ui/forms/by-label';
import { useCalendar } from '../../ui/calendar';
import { FilterChip } from '../../ui/filter-chip';
import { SearchInput } from '../../ui/search-input';
import { useFilterProps } from '../../ui/table/use-filter-props';
import { clients as allClients } from '../companies/companies.queries';
import { everybody } from '../users/users.queries';
import type { DeedSearch } from './audit.search';
import { changed, type FilterChange } from './deed-filters';
import { useEventText } from './event-text';
import { KindChips } from './kind-chips';
import { usePeriods } from './periods';
import classes from './audit-filter-bar.module.css';

type Props = {
  readonly filters: DeedSearch;
  /** Addresses that somebody can mean: those of what is listed. */
  readonly addresses: readonly string[];
  /** What the thing is called whose history is looked at. */
  readonly thing: string | null;
  readonly onFilter: (filters: DeedSearch) => void;
};

/** What is picked where there is room, and behind a button where there is none. */
const PICKED = ['event_type', 'user_id', 'client_id', 'ip_address', 'date_from'] as const;

/** What to look for: all of it is picked, but for words. */
export const AuditFilterBar = ({ filters, addresses, thing, onFilter }: Props) => {
  const { t } = useTranslation();
  const [isWide, setWide] = useState(false);
  const change = (next: FilterChange) => onFilter(changed(filters, next));
  const chosen = PICKED.filter((field) => filters[field] !== undefined).length;
  return (
    <div role="search" aria-label={t('audit.filters')}>
      <div className={classes.bar} data-wide={isWide || undefined}>
        <SearchInput label={t('audit.search')} q={filters.q ?? ''} onSearch={(q) => change({ q })} />
        <Button
          variant="default"
          className={classes.more}
          leftSection={<SlidersHorizontal size={16} />}
          aria-expanded={isWide}
          onClick={() => setWide(!isWide)}
        >
          {chosen === 0 ? t('deed.filterBy') : t('deed.filteredBy', { count: chosen })}
        </Button>
        <Choices filters={filters} addresses={addresses} onChange={change} />
        <Period filters={filters} onChange={change} />
        <Linked filters={filters} thing={thing} onChange={change} />
        {Object.keys(filters).length > 0 && (
          <Button variant="subtle" size="compact-sm" className={classes.reset} onClick={() => onFilter({})}>
            {t('audit.reset')}
          </Button>
        )}
      </div>
      <KindChips filters={filters} onChange={change} />
    </div>
  );
};

type PartProps = { readonly filters: DeedSearch; readonly onChange: (change: FilterChange) => void };
type Data = { value: string; label: string }[];

/** What, who, whose and from where. */
const Choices = ({ filters, addresses, onChange }: PartProps & Pick<Props, 'addresses'>) => {
  const { t } = useTranslation();
  const { titleOf } = useEventText();
  const users = useQuery(everybody()).data?.users ?? [];
  const clients = useQuery(allClients()).data?.clients ?? [];
  const types = Object.keys(t('events', { returnObjects: true }));
  const known = filters.ip_address === undefined ? [] : [filters.ip_address];
  const choices: readonly (readonly [ChoiceProps['field'], string, Data])[] = [
    ['event_type', t('audit.eventType'), types.map((type) => ({ value: type, label: titleOf(type) }))],
    ['user_id', t('audit.person'), users.map(({ id, name, email }) => ({ value: id, label: name ?? email ?? id }))],
    ['client_id', t('words.client'), clients.map((each) => ({ value: each.id, label: companyName(each) }))],
    [
      'ip_address',
      t('deed.address'),
      [...new Set(known.concat(addresses))].map((each) => ({ value: each, label: each })),
    ],
  ];
  return choices.map(([field, label, data]) => (
    <Choice key={field} {...{ field, label, data, onChange }} value={filters[field] ?? null} />
  ));
};

/** Days, or the part of a day that was picked in the chart. */
const Period = ({ filters: { date_from, date_to }, onChange }: PartProps) => {
  const { t } = useTranslation();
  const { date_format } = useStore(preferences);
  const calendar = useCalendar();
  const periods = usePeriods();
  const props = useFilterProps();
  if (date_from?.includes('T') && date_to)
    return (
      <FilterChip
        label={t('deed.chosenTime', { from: momentOf(date_from), to: momentOf(date_to) })}
        onRemove={() => onChange({ date_from: null, date_to: null })}
      />
    );
  return (
    <DatePickerInput
      {...calendar}
      {...props(t('audit.period'))}
      type="range"
      leftSection={<CalendarRange size={16} />}
      valueFormat={date_format}
      presets={periods}
      value={[date_from ?? null, date_to ?? null]}
      onChange={([from, to]) => onChange({ date_from: from, date_to: to })}
    />
  );
};

/** What came with a link. */
const Linked = ({ filters, thing, onChange }: PartProps & Pick<Props, 'thing'>) => {
  const { t } = useTranslation();
  const { correlation_id, resource_id, resource_type } = filters;
  const kind = t(`resources.${(resource_type ?? '') as 'file'}`, { defaultValue: t('audit.oneThing') });
  return (
    <>
      {correlation_id && (
        <FilterChip label={t('audit.oneAction')} onRemove={() => onChange({ correlation_id: null })} />
      )}
      {resource_id && (
        <FilterChip
          label={t('deed.only', { name: thing ?? kind })}
          onRemove={() => onChange({ resource_id: null, resource_type: null })}
        />
      )}
    </>
  );
};

type ChoiceProps = {
  readonly field: 'event_type' | 'user_id' | 'client_id' | 'ip_address';
  readonly label: string;
  readonly data: Data;
  readonly value: string | null;
  readonly onChange: (next: FilterChange) => void;
};

const Choice = ({ field, label, data, value, onChange }: ChoiceProps) => {
  const { t } = useTranslation();
  return (
    <Select
      {...useFilterProps()(label)}
      searchable
      nothingFoundMessage={t('audit.nothingFound')}
      value={value}
      data={data}
      filter={byLabel}
      onChange={(chosen) => onChange({ [field]: chosen })}
    />
  );
};
