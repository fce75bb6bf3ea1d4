import type { ReactNode } from 'react';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Column } from './columns';
import classes from './data-table.module.css';

const WAITING = [1, 2, 3, 4, 5, 6];

export type Sorted = { readonly by: string; readonly order: 'asc' | 'desc' };

type Props<T> = {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** undefined while loading. */
  readonly rows: readonly T[] | undefined;
  readonly sorted: Sorted;
  readonly onSort: (by: string) => void;
  /** The link of a row. */
  readonly linkOf: (row: T) => Pick<LinkProps, 'to' | 'params'>;
};

/** A table; cards where there is no room for columns. */
export const DataTable = <T extends { readonly id: string }>(props: Props<T>) => {
  const { label, columns, rows, sorted, onSort, linkOf } = props;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sorted={sorted} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.id} className={classes.row}>
              {columns.map((column, at) => (
                <Cell key={column.name} column={column} row={row} link={at === 0 ? linkOf(row) : null} />
              ))}
            </tr>
          )) ??
            WAITING.map((key) => (
              <tr key={key} className={classes.row}>
                {columns.map(({ name }) => (
                  <td key={name}>
                    <Skeleton height={14} width="70%" />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
};

type HeadProps<T> = { readonly column: Column<T>; readonly sorted: Sorted; readonly onSort: (by: string) => void };

const Head = <T,>({ column: { label, sort }, sorted: { by, order }, onSort }: HeadProps<T>) => {
  if (sort === undefined)
    return (
      <th scope="col">
        <span className={classes.head}>{label}</span>
      </th>
    );
  const isThis = by === sort;
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={isThis ? (order === 'desc' ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton className={classes.head} fz="inherit" fw="inherit" onClick={() => onSort(sort)}>
        {label}
        {isThis && <Arrow size={14} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  );
};

type CellProps<T> = {
  readonly column: Column<T>;
  readonly row: T;
  readonly link: Pick<LinkProps, 'to' | 'params'> | null;
};

const Cell = <T,>({ column: { label, text, show, isShort }, row, link }: CellProps<T>) => {
  const shown: ReactNode = show ? show(row) : text(row);
  return (
    <td data-label={label} data-empty={text(row) === '' || undefined} data-short={isShort}>
      {link ? (
        <Link {...link} className={classes.link}>
          {shown}
        </Link>
      ) : (
        <span>{shown}</span>
      )}
    </td>
  );
};
