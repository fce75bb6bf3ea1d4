import type { ReactNode } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './person-rows.module.css';

type RowsProps = { readonly isEmpty: boolean; readonly empty: string; readonly children: ReactNode };

/** A few people, or that there are none. */
export const PersonRows = ({ isEmpty, empty, children }: RowsProps) =>
  isEmpty ? (
    <p className={classes.empty} data-wide>
      {empty}
    </p>
  ) : (
    <ul className={classes.rows} data-wide>
      {children}
    </ul>
  );

type RowProps = {
  readonly name: string;
  readonly detail: string;
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
  readonly action?: ReactNode;
};

export const PersonRow = ({ name, detail, link, action }: RowProps) => (
  <li className={classes.row}>
    <span className={classes.text}>
      {link ? (
        <Link {...link} className={classes.name}>
          {name}
        </Link>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
      {detail && <span className={classes.detail}>{detail}</span>}
    </span>
    {action}
  </li>
);
