import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Menu, TextInput, VisuallyHidden } from '@mantine/core';
import { ArrowDownUp, Check, ListFilter, Search } from 'lucide-react';
import { AccountingStatus, ProcessState } from '@dosar/contracts';
import { useKey } from '../../../platform/keys';
import { typedIn } from '../../../ui/forms/forms';
import { sortsFor, type Sorting } from './entries';
import { ALL, isFiltering, TYPES, type EntryType, type Filter } from './filter';
import { columnOf } from './grid-header';
import classes from './list-bar.module.css';

type Props = {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** How many of how many are seen. */
  readonly count: number;
  readonly total: number;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly isTrash?: boolean;
  /** Those of the documents that are here. */
  readonly tags?: readonly string[];
  /** Whether some say of themselves what they can be sorted by. */
  readonly hasFields?: boolean;
};

/** What is seen of a folder, and in which order. */
export const ListBar = (props: Props) => {
  const { filter, onFilter, count, total, sorting, onSort, isTrash = false, tags = [] } = props;
  const { t } = useTranslation();
  const label = t(isTrash ? 'files.findInTrash' : 'files.find');
  const input = useRef<HTMLInputElement>(null);
  useKey('/', () => input.current?.focus());
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent) => {
    if (key === 'Escape') onFilter(ALL);
    // back to the rows
    if (key === 'Escape' || key === 'Enter' || key === 'ArrowDown')
      currentTarget.closest('section')?.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div className={classes.bar} role="search" aria-label={label}>
      <TextInput
        ref={input}
        type="search"
        size="xs"
        className={classes.words}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        leftSection={<Search size={15} />}
        value={filter.words}
        onChange={({ currentTarget }) => onFilter({ ...filter, words: typedIn(currentTarget) })}
        onKeyDown={onKeyDown}
      />
      <FilterMenu filter={filter} onFilter={onFilter} tags={tags} />
      <SortMenu sorting={sorting} onSort={onSort} isTrash={isTrash} hasFields={props.hasFields ?? false} />
      <span className={classes.count} role="status">
        {(isFiltering(filter) || count < total) && t('files.found', { count, total })}
      </span>
    </div>
  );
};

const mark = (isOn: boolean) => isOn && <Check size={15} aria-hidden="true" />;

type FilterProps = Pick<Props, 'filter' | 'onFilter'> & { readonly tags: readonly string[] };

const FilterMenu = ({ filter, onFilter, tags }: FilterProps) => {
  const { t } = useTranslation();
  const { type, state, tag } = filter;
  const chosen = [
    type && t(`files.types.${type}`),
    state &&
      (ProcessState.safeParse(state).success
        ? t(`process.${state as ProcessState}`)
        : t(`accounting.${state as AccountingStatus}`)),
    tag,
  ].filter(Boolean);
  return (
    <Menu width={230} position="bottom-start">
      <Menu.Target>
        <Button variant={chosen.length > 0 ? 'light' : 'default'} size="xs" leftSection={<ListFilter size={15} />}>
          <span className={classes.label}>{chosen.length > 0 ? chosen.join(', ') : t('files.filter')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.long}>
        <Menu.Label>{t('files.filterType')}</Menu.Label>
        {[null, ...(Object.keys(TYPES) as EntryType[])].map((each) => (
          <Menu.Item key={each} rightSection={mark(each === type)} onClick={() => onFilter({ ...filter, type: each })}>
            {each === null ? t('files.anyType') : t(`files.types.${each}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('files.filterState')}</Menu.Label>
        <Menu.Item rightSection={mark(state === null)} onClick={() => onFilter({ ...filter, state: null })}>
          {t('files.anyState')}
        </Menu.Item>
        {ProcessState.options.map((each) => (
          <Menu.Item
            key={each}
            rightSection={mark(each === state)}
            onClick={() => onFilter({ ...filter, state: each })}
          >
            {t(`process.${each}`)}
          </Menu.Item>
        ))}
        {AccountingStatus.options.map((each) => (
          <Menu.Item
            key={each}
            rightSection={mark(each === state)}
            onClick={() => onFilter({ ...filter, state: each })}
          >
            {t(`accounting.${each}`)}
          </Menu.Item>
        ))}
        {(tags.length > 0 || tag !== null) && <TagItems tags={tags} filter={filter} onFilter={onFilter} />}
      </Menu.Dropdown>
    </Menu>
  );
};

const TagItems = ({ filter, onFilter, tags }: FilterProps) => {
  const { t } = useTranslation();
  const { tag } = filter;
  return (
    <>
      <Menu.Label>{t('documentFields.tags')}</Menu.Label>
      <Menu.Item rightSection={mark(tag === null)} onClick={() => onFilter({ ...filter, tag: null })}>
        {t('documentFields.anyTag')}
      </Menu.Item>
      {[...new Set([...(tag === null ? [] : [tag]), ...tags])].map((each) => (
        <Menu.Item key={each} rightSection={mark(each === tag)} onClick={() => onFilter({ ...filter, tag: each })}>
          {each}
        </Menu.Item>
      ))}
    </>
  );
};

/** What deleted things are told about. */
const TRASH_SORTS = sortsFor(false).filter((by) => by !== 'status' && by !== 'created');

type SortProps = Pick<Props, 'sorting' | 'onSort'> & { readonly isTrash: boolean; readonly hasFields: boolean };

const SortMenu = ({ sorting, onSort, isTrash, hasFields }: SortProps) => {
  const { t } = useTranslation();
  const { by, order } = sorting;
  return (
    <Menu width={210} position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<ArrowDownUp size={15} />} title={t('files.sort')}>
          <VisuallyHidden>{t('files.sort')}: </VisuallyHidden>
          <span className={classes.label}>{t(columnOf(by, isTrash))}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(isTrash ? TRASH_SORTS : sortsFor(hasFields)).map((each) => (
          <Menu.Item key={each} rightSection={mark(each === by)} onClick={() => onSort({ by: each, order })}>
            {t(columnOf(each, isTrash))}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {(['asc', 'desc'] as const).map((each) => (
          <Menu.Item key={each} rightSection={mark(each === order)} onClick={() => onSort({ by, order: each })}>
            {t(each === 'asc' ? 'files.ascending' : 'files.descending')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
