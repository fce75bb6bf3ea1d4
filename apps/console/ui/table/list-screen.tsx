import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Plus, SearchX, type LucideIcon } from 'lucide-react';
import { PAGE_SIZE } from '@dosar/contracts';
import { queries } from '../../platform/queries';
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
import { Pager } from './pager';
import classes from './list-screen.module.css';

/** What a list says about itself. */
export type ListWords = {
  readonly page: string;
  readonly title: string;
  readonly total: (count: number) => string;
  readonly add: string;
  readonly search: string;
  readonly none: string;
  readonly noneText: string;
  readonly file: string;
};

type Part = { readonly page: number; readonly pageSize: number; readonly total: number };

type Props<T, S extends Search, P extends Part, K extends QueryKey> = {
  readonly words: ListWords;
  readonly icon: LucideIcon;
  readonly path: ListPath;
  readonly columns: readonly Column<T>[];
  /** The reading of a part of it. */
  readonly part: (search: S) => UseQueryOptions<P, Error, P, K>;
  readonly rowsOf: (part: P) => readonly T[];
  /** By what it is sorted when nothing is said. */
  readonly sort: string;
  readonly search: S;
  readonly onSearch: (search: S) => void;
  readonly filters?: ReactNode;
};

/** A list of everything of one kind: searched, filtered, sorted and paged by the server, as the address says. */
export const ListScreen = <T extends { readonly id: string }, S extends Search, P extends Part, K extends QueryKey>(
  props: Props<T, S, P, K>,
) => {
  const { words, icon, path, columns, part, rowsOf, search, onSearch, filters } = props;
  const { t } = useTranslation();
  const found = useQuery({ ...part(search), placeholderData: keepPreviousData });
  const { data, error, refetch } = found;
  const sorted = { by: search.sort ?? props.sort, order: search.order ?? 'asc' } as const;
  const shown = columns.filter(({ isHidden }) => !isHidden);
  const filtered = isFiltered(search);
  const total = data?.total;
  useDocumentTitle(words.page);

  const last = data ? Math.max(1, Math.ceil(data.total / data.pageSize)) : null;
  useEffect(() => {
    // the last page is gone, or never was
    if (last !== null && (search.page ?? 1) > last) onSearch({ ...search, page: last });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new page is the only reason
  }, [last]);

  const add = (
    <Button renderRoot={(rest) => <Link to={`${path}/new`} {...rest} />} leftSection={<Plus size={16} />}>
      {words.add}
    </Button>
  );
  const clear = () => onSearch({ sort: search.sort, order: search.order, pageSize: search.pageSize } as S);
  const readAll = () =>
    everyPage(async (page) => {
      const whole = { ...part({ ...search, page, pageSize: PAGE_SIZE.max }), staleTime: 0 };
      const answer = await queries.fetchQuery(whole);
      return { rows: rowsOf(answer), total: answer.total };
    });
  return (
    <Page
      title={words.title}
      text={total === undefined ? ' ' : words.total(total)}
      actions={
        <>
          <ExportButton name={words.file} columns={columns} read={readAll} />
          {add}
        </>
      }
    >
      <div className={classes.bar} role="search" aria-label={words.title}>
        <SearchInput
          label={words.search}
          q={search.q ?? ''}
          onSearch={(q) => onSearch(narrowed(search, { q: q === '' ? undefined : q } as Partial<S>))}
        />
        {filters}
        <Sorting columns={shown} by={sorted.by} onSort={(by) => onSearch(resorted(search, by, ''))} />
        {filtered && total !== 0 && (
          <Button variant="subtle" size="sm" className={classes.clear} onClick={clear}>
            {t('list.clear')}
          </Button>
        )}
      </div>
      {error && !data && <Fault error={error} reset={() => void refetch()} />}
      {total === 0 && filtered && (
        <Notice icon={SearchX} title={t('list.noneFound')} text={t('list.noneFoundText')}>
          <Button variant="default" onClick={clear}>
            {t('list.clear')}
          </Button>
        </Notice>
      )}
      {total === 0 && !filtered && (
        <Notice icon={icon} title={words.none} text={words.noneText}>
          {add}
        </Notice>
      )}
      {!(error && !data) && total !== 0 && (
        <div className={found.isPlaceholderData ? classes.stale : undefined}>
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
      {data && data.total > 0 && (
        <Pager
          page={data.page}
          pageSize={data.pageSize}
          total={data.total}
          onPage={(page) => onSearch({ ...search, page: page === 1 ? undefined : page })}
          onSize={(size) => {
            const pageSize = size === PAGE_SIZE.default ? undefined : size;
            onSearch(narrowed(search, { pageSize } as Partial<S>));
          }}
        />
      )}
    </Page>
  );
};

type SortingProps<T> = {
  readonly columns: readonly Column<T>[];
  readonly by: string;
  readonly onSort: (by: string) => void;
};

/** Where there are no columns to press. */
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
