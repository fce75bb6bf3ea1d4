import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Checkbox, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { Bookmark, CalendarRange } from 'lucide-react';
import { AccountingStatus, ProcessState, SEARCH_LIMITS, type Me } from '@dosar/contracts';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { useCalendar } from '../../ui/calendar';
import { RemoteChoice } from '../../ui/forms/remote-choice';
import { SearchInput } from '../../ui/search-input';
import { narrowed } from '../../ui/table/list.search';
import { useFilterProps } from '../../ui/table/use-filter-props';
import { clientChoices } from '../companies/companies.queries';
import { MessageFilters } from './message-filters';
import { Operators, withOperator } from './operators';
import { SaveDialog } from './save.dialog';
import { EVERYTHING, remember } from './search.queries';
import { setIn, type SearchAddress } from './search.search';
import { searchedBy, type Searched } from './searched';
import { useSearchPlaceholder } from './use-search-placeholder';
import { useUnfinishedState } from '../../ui/forms/unfinished';
import classes from './search.module.css';

const TYPES = ['files', 'images', 'text_files', 'messages', 'folders', 'clients'] as const;
/** Of what kind such a thing is. */
const KIND: Readonly<Record<(typeof TYPES)[number], Searched>> = {
  files: 'files',
  images: 'files',
  text_files: 'files',
  messages: 'messages',
  folders: 'folders',
  clients: 'clients',
};
const SORTS = ['relevance', 'updated', 'created', 'name', 'size'] as const;

type Field = 'types' | 'process_state' | 'accounting_status' | 'sort';
type Props = {
  readonly user: Me;
  readonly filters: SearchAddress;
  readonly onFilter: (filters: SearchAddress) => void;
};

type Changing = { readonly filters: SearchAddress; readonly change: (next: Partial<SearchAddress>) => void };

const cut = (q: string) => q.slice(0, SEARCH_LIMITS.query);

/** Also where nothing else is said: a filter that is set is seen, and can be taken away. */
const areMessagesSought = (user: Me, { types, sender_id, conversation_id }: SearchAddress): boolean =>
  searchedBy(user).includes('messages') &&
  (types === undefined || types.split(',').includes('messages') || (sender_id ?? conversation_id) !== undefined);

/** What to look for. A filter that is chosen shows the first page of what it leaves. */
export const FilterBar = ({ user, filters, onFilter }: Props) => {
  const { t } = useTranslation();
  const change = (next: Partial<SearchAddress>) => onFilter(setIn(narrowed(filters, next)));
  const [isSaving, setSaving] = useUnfinishedState('saving', false);
  const bar = useRef<HTMLDivElement>(null);
  const isFiltered = Object.keys(setIn(filters)).some((name) => name !== 'q');
  return (
    <div ref={bar} className={classes.bar} role="search" aria-label={t('search.filters')}>
      <SearchInput
        label={useSearchPlaceholder(user)}
        q={filters.q ?? ''}
        onSearch={(q) => change({ q: cut(q) })}
        onEnter={(q) => remember({ ...filters, q: cut(q) })}
      />
      <Operators
        user={user}
        onPick={(operator) => {
          // behind what stands there, also where it was not asked for yet
          const field = bar.current?.querySelector('input');
          change({ q: cut(withOperator(field?.value ?? '', operator)) });
          field?.focus();
        }}
      />
      <Choices user={user} filters={filters} change={change} />
      {areMessagesSought(user, filters) && <MessageFilters user={user} filters={filters} change={change} />}
      <Period filters={filters} change={change} />
      {searchedBy(user).includes('files') && (
        <Checkbox
          label={t('search.withDeleted')}
          checked={filters.include_deleted === 'true'}
          onChange={({ currentTarget }) => change({ include_deleted: currentTarget.checked ? 'true' : undefined })}
        />
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.act}
          onClick={() => onFilter(filters.q === undefined ? {} : { q: filters.q })}
        >
          {t('search.reset')}
        </Button>
      )}
      {Object.keys(setIn(filters)).length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.act}
          leftSection={<Bookmark size={16} aria-hidden="true" />}
          onClick={() => setSaving(true)}
        >
          {t('search.save')}
        </Button>
      )}
      {isSaving && <SaveDialog search={filters} onClose={() => setSaving(false)} />}
    </div>
  );
};

const Choices = ({ user, ...changing }: Changing & { readonly user: Me }) => {
  const { t } = useTranslation();
  const isOfFirm = user.role !== 'user';
  const kinds = searchedBy(user);
  const hasFiles = kinds.includes('files');
  const types = TYPES.filter((type) => (isOfFirm || type !== 'clients') && kinds.includes(KIND[type]));
  const named = <T extends string>(values: readonly T[], label: (value: T) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  const process = named(ProcessState.options, (value) => t(`process.${value}`));
  const accounting = named(AccountingStatus.options, (value) => t(`accounting.${value}`));
  return (
    <>
      <Choice
        {...changing}
        field="types"
        usual={EVERYTHING}
        label={t('search.type')}
        data={[
          { value: EVERYTHING, label: t('search.types.all') },
          ...named(types, (value) => t(`search.types.${value}`)),
        ]}
      />
      {isOfFirm && <ClientChoice {...changing} />}
      {hasFiles && <Choice {...changing} field="process_state" label={t('search.process')} data={process} />}
      {hasFiles && <Choice {...changing} field="accounting_status" label={t('search.accounting')} data={accounting} />}
      <Choice
        {...changing}
        field="sort"
        label={t('search.sort')}
        data={named(SORTS, (value) => t(`search.sorts.${value}`))}
      />
    </>
  );
};

const ClientChoice = ({ filters, change }: Changing) => {
  const { t } = useTranslation();
  const label = t('words.client');
  return (
    <RemoteChoice
      choices={clientChoices}
      {...useFilterProps()(label)}
      value={filters.client_id ?? null}
      onChange={(id) => change({ client_id: id ?? undefined })}
    />
  );
};

type ChoiceProps = Changing & {
  readonly field: Field;
  /** What it is where nothing is chosen. */
  readonly usual?: string;
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
};

const Choice = ({ field, usual, label, data, filters, change }: ChoiceProps) => {
  return (
    <Select
      {...useFilterProps()(label)}
      data={data}
      value={filters[field] ?? usual ?? null}
      clearable={usual === undefined}
      allowDeselect={usual === undefined}
      onChange={(value) => change({ [field]: value === usual ? undefined : (value ?? undefined) })}
    />
  );
};

const Period = ({ filters, change }: Changing) => {
  const { t } = useTranslation();
  const { date_format } = useStore(preferences);
  return (
    <DatePickerInput
      {...useCalendar()}
      {...useFilterProps()(t('search.period'))}
      type="range"
      leftSection={<CalendarRange size={16} />}
      valueFormat={date_format}
      value={[filters.date_from ?? null, filters.date_to ?? null]}
      onChange={([date_from, date_to]) => change({ date_from: date_from ?? undefined, date_to: date_to ?? undefined })}
    />
  );
};
