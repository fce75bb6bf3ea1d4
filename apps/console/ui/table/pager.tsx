import '@mantine/core/styles/Pagination.layer.css';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Pagination, Select } from '@mantine/core';
import { PAGE_SIZE } from '@dosar/contracts';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import classes from './pager.module.css';

const SIZES = PAGE_SIZE.options.map(String);

type Props = {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (pageSize: number) => void;
};

/** Moves to the last page when the current one does not exist (any more). */
export const useLastPage = (
  found: { readonly total: number; readonly pageSize: number } | undefined,
  page: number,
  onPage: (page: number) => void,
): void => {
  const last = found ? Math.max(1, Math.ceil(found.total / found.pageSize)) : null;
  const goBack = useEffectEvent(() => {
    if (last !== null && page > last) onPage(last);
  });
  useEffect(() => goBack(), [last]);
};

/** The shown part of a list, and links to the others. */
export const Pager = ({ page, pageSize, total, onPage, onSize }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const labelId = useId();
  const pages = Math.ceil(total / pageSize);
  const shown = (count: number) => countOf(count, language);
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <div className={classes.pager}>
      <span>{t('list.range', { from: shown(from), to: shown(to), total: shown(total) })}</span>
      {pages > 1 && <Pages page={page} pages={pages} onPage={onPage} />}
      <span className={classes.size}>
        <span id={labelId}>{t('list.pageSize')}</span>
        <Select
          size="xs"
          className={classes.choice}
          aria-labelledby={labelId}
          data={SIZES}
          value={String(pageSize)}
          allowDeselect={false}
          onChange={(size) => size !== null && onSize(Number(size))}
        />
      </span>
    </div>
  );
};

type PagesProps = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void };

/** Only the links to other pages. */
export const Pages = ({ page, pages, onPage }: PagesProps) => {
  const { t } = useTranslation();
  return (
    <Pagination
      size="sm"
      total={pages}
      value={page}
      onChange={onPage}
      aria-label={t('list.pages')}
      getItemProps={(each) => ({ 'aria-label': t('list.page', { page: each }) })}
      getControlProps={(control) =>
        control === 'next' || control === 'previous' ? { 'aria-label': t(`list.${control}`) } : {}
      }
    />
  );
};
