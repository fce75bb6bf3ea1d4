import { VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { sortsFor, type Sort, type Sorting } from './entries';
import classes from './file-list.module.css';

type ColumnsProps = {
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly isTrash: boolean;
  readonly hasFields: boolean;
};
type Props = ColumnsProps & {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onAll: () => void;
};

/** Above the rows: the box for all of them, and what they are sorted by. */
export const GridHeader = ({ isAll, isSome, onAll, ...columns }: Props) => {
  const { t } = useTranslation();
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      <div role="columnheader" className={classes.check}>
        <label className={classes.whole}>
          <input
            ref={(box) => {
              // not an attribute
              if (box) box.indeterminate = isSome;
            }}
            type="checkbox"
            className={classes.box}
            tabIndex={-1}
            aria-label={t('files.selectAll')}
            checked={isAll}
            onChange={onAll}
          />
        </label>
      </div>
      <Columns {...columns} />
      <div role="columnheader" className={classes.more}>
        <VisuallyHidden>{t('files.actions')}</VisuallyHidden>
      </div>
    </div>
  );
};

/** In the trash it is told when something was deleted, and by whom. */
export const columnOf = (by: Sort, isTrash: boolean) => {
  if (isTrash && by === 'at') return 'files.columns.deleted';
  return isTrash && by === 'owner' ? 'files.columns.deletedBy' : (`files.columns.${by}` as const);
};

/** To the heading beside this one: all of them are one stop of the tabulator. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const row = event.currentTarget.closest('[role=row]');
  if (step === 0 || !row) return;
  const buttons = [...row.querySelectorAll<HTMLElement>('button')].filter((each) => each.offsetParent !== null);
  event.preventDefault();
  event.stopPropagation();
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus();
};

/** The headings, by which the rows are sorted. */
const Columns = ({ sorting, onSort, isTrash, hasFields }: ColumnsProps) => {
  const { t } = useTranslation();
  return sortsFor(hasFields).map((by) => {
    const label = t(columnOf(by, isTrash));
    if (isTrash && by === 'status')
      return (
        <div key={by} role="columnheader" className={classes.status}>
          {t('files.columns.place')}
        </div>
      );
    const isBy = sorting.by === by;
    const next = isBy && sorting.order === 'asc' ? 'desc' : 'asc';
    const Arrow = sorting.order === 'asc' ? ArrowUp : ArrowDown;
    return (
      <div
        key={by}
        role="columnheader"
        aria-sort={isBy ? (sorting.order === 'asc' ? 'ascending' : 'descending') : 'none'}
        className={classes[by]}
      >
        <button
          type="button"
          tabIndex={isBy ? 0 : -1}
          className={classes.sort}
          onClick={() => onSort({ by, order: next })}
          onKeyDown={walk}
        >
          {label}
          {isBy && <Arrow size={13} aria-hidden="true" />}
        </button>
      </div>
    );
  });
};
