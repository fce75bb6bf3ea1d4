import '@mantine/core/styles/Pagination.layer.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Pagination, Select } from '@mantine/core';
import { PAGE_SIZE } from '@dosar/contracts';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/store';
import classes from './pager.module.css';

const SIZES = PAGE_SIZE.options.map(String);

type Props = {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (pageSize: number) => void;
};

/** Which part of a list is shown, and the way to the others. */
export const Pager = ({ page, pageSize, total, onPage, onSize }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const labelId = useId();
  const pages = Math.ceil(total / pageSize);
  const shown = (count: number) => countOf(count, language);
  const [from, to] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)];
  return (
    <div className={classes.pager}>
      <span>{t('list.range', { from: shown(from), to: shown(to), total: shown(total) })}</span>
      {pages > 1 && (
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
      )}
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
