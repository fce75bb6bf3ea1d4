import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Plus, SearchX, type LucideIcon } from 'lucide-react';
import { PAGE_SIZE } from '@dosar/contracts';
import { queries, useFault } from '../../platform/queries';
import { Notice } from '../notice';
import { Page } from '../page';
import { Fault } from '../screens';
import { SearchInput } from '../search-input';
import type { ListPath } from '../forms/back-link';
import type { Column } from './columns';
import { everyPage } from './csv';
import { DataTable } from './data-table';
import { ExportButton } from './export-button';
import { isFiltered, narrowed, resorted, type Search } from './list.search';
import { Pager, useLastPage } from './pager';
import classes from './list-screen.module.css';

/** The texts of a list. */
export type ListWords = {
  readonly page: string;
  readonly title: string;
  readonly total: (count: number) => string;
  readonly add: string;
  readonly search: string;
  readonly none: string;
  readonly noneText: string;
  /** It could not be loaded. */
  readonly failed?: string;
  readonly file: string;
};

type Part = { readonly page: number; readonly pageSize: number; readonly total: number };

type Props<T, S extends Search, P extends Part, K extends QueryKey> = {
  readonly words: ListWords;
  readonly icon: LucideIcon;
  readonly path: ListPath;
  readonly columns: readonly Column<T>[];
  /** The query of a page. */
  readonly part: (search: S) => UseQueryOptions<P, Error, P, K>;
  readonly rowsOf: (part: P) => readonly T[];
  /** The default sort key. */
  readonly sort: string;
  readonly search: S;
  readonly onSearch: (search: S) => void;
  readonly filters?: ReactNode;
};

/** A list of one kind: searched, filtered, sorted and paged by the server, by the address. */
export const ListScreen = <T extends { readonly id: string }, S extends Search, P extends Part, K extends QueryKey>(
  props: Props<T, S, P, K>,
) => {
  const { words, path, columns, part, rowsOf, search, onSearch } = props;
  const found = useQuery({ ...part(search), placeholderData: keepPreviousData });
  const { data, refetch, isPlaceholderData } = found;
  const fault = useFault(found);
  const sorted = { by: search.sort ?? props.sort, order: search.order ?? 'asc' } as const;
  const shown = columns.filter(({ isHidden }) => !isHidden);
  const total = data?.total;
  useDocumentTitle(words.page);
  useLastPage(data, search.page ?? 1, (page) => onSearch({ ...search, page }));
  const clear = () => onSearch({ sort: search.sort, order: search.order, pageSize: search.pageSize } as S);
  return (
    <Page
      title={words.title}
      text={total === undefined ? ' ' : words.total(total)}
      actions={
        <>
          <ExportButton list={listOf(path)} name={words.file} columns={columns} read={() => everything(props)} />
          <Add words={words} path={path} />
        </>
      }
    >
      <Bar {...props} columns={shown} by={sorted.by} total={total} onClear={clear} />
      {fault !== null && <Fault error={fault} reset={() => void refetch()} part={words.failed} />}
      {total === 0 && <Nothing {...props} onClear={clear} />}
      {fault === null && total !== 0 && (
        <div className={isPlaceholderData ? classes.stale : undefined}>
          <DataTable
            label={words.title}
            columns={shown}
            rows={data && rowsOf(data)}
            sorted={sorted}
            onSort={(by) => onSearch(resorted(search, by, sorted.by))}
            linkOf={({ id }) => ({ to: `${path}/$id`, params: { id } })}
          />
        </div>
      )}
      {data && data.total > 0 && <Pages part={data} search={search} onSearch={onSearch} />}
    </Page>
  );
};

const listOf = (path: ListPath) => path.slice(path.lastIndexOf('/') + 1) as 'users' | 'firms' | 'clients';

/** The whole filtered list. @throws Refused, Unreachable */
const everything = <T extends { readonly id: string }, S extends Search, P extends Part, K extends QueryKey>({
  part,
  rowsOf,
  search,
}: Props<T, S, P, K>): Promise<T[]> =>
  everyPage(async (page) => {
    const whole = { ...part({ ...search, page, pageSize: PAGE_SIZE.max }), staleTime: 0 };
    const answer = await queries.fetchQuery(whole);
    return { rows: rowsOf(answer), total: answer.total };
  });

const Add = ({ words, path }: { readonly words: ListWords; readonly path: ListPath }) => (
  <Button renderRoot={(rest) => <Link to={`${path}/new`} {...rest} />} leftSection={<Plus size={16} />}>
    {words.add}
  </Button>
);

type BarProps<T, S extends Search> = {
  readonly words: ListWords;
  readonly columns: readonly Column<T>[];
  readonly by: string;
  readonly total: number | undefined;
  readonly search: S;
  readonly onSearch: (search: S) => void;
  readonly onClear: () => void;
  readonly filters?: ReactNode;
};

/** Search and filters. */
const Bar = <T, S extends Search>(props: BarProps<T, S>) => {
  const { words, columns, by, total, search, onSearch, onClear, filters } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="search" aria-label={words.title}>
      <SearchInput
        label={words.search}
        q={search.q ?? ''}
        onSearch={(q) => onSearch(narrowed(search, { q: q === '' ? undefined : q } as Partial<S>))}
      />
      {filters}
      <Sorting columns={columns} by={by} onSort={(next) => onSearch(resorted(search, next, ''))} />
      {isFiltered(search) && total !== 0 && (
        <Button variant="subtle" size="sm" className={classes.clear} onClick={onClear}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  );
};

type NothingProps = {
  readonly words: ListWords;
  readonly icon: LucideIcon;
  readonly path: ListPath;
  readonly search: Search;
  readonly onClear: () => void;
};

/** Shown when nothing matches, or there is nothing yet. */
const Nothing = ({ words, icon, path, search, onClear }: NothingProps) => {
  const { t } = useTranslation();
  return isFiltered(search) ? (
    <Notice icon={SearchX} title={t('list.noneFound')} text={t('list.noneFoundText')}>
      <Button variant="default" onClick={onClear}>
        {t('list.clear')}
      </Button>
    </Notice>
  ) : (
    <Notice icon={icon} title={words.none} text={words.noneText}>
      <Add words={words} path={path} />
    </Notice>
  );
};

type PagesProps<S extends Search> = {
  readonly part: Part;
  readonly search: S;
  readonly onSearch: (search: S) => void;
};

const Pages = <S extends Search>({ part: { page, pageSize, total }, search, onSearch }: PagesProps<S>) => (
  <Pager
    page={page}
    pageSize={pageSize}
    total={total}
    onPage={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })}
    onSize={(size) => {
      const chosen = size === PAGE_SIZE.default ? undefined : size;
      onSearch(narrowed(search, { pageSize: chosen } as Partial<S>));
    }}
  />
);

type SortingProps<T> = {
  readonly columns: readonly Column<T>[];
  readonly by: string;
  readonly onSort: (by: string) => void;
};

/** The sort selection, where there are no column headings. */
const Sorting = <T,>({ columns, by, onSort }: SortingProps<T>) => {
  const { t } = useTranslation();
  const data = columns.flatMap(({ sort, label }) =>
    sort === undefined ? [] : [{ value: sort, label: t('list.sortedBy', { label }) }],
  );
  return (
    <Select
      className={classes.sorting}
      size="sm"
      aria-label={t('list.sort')}
      data={data}
      value={by}
      allowDeselect={false}
      onChange={(value) => value !== null && onSort(value)}
    />
  );
};
