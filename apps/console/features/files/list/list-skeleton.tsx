import { Skeleton } from '@mantine/core';
import classes from './list-skeleton.module.css';

const ROWS = [62, 48, 71, 55, 66, 43, 58, 69];

/** Rows before they are known. */
export const ListSkeleton = () => (
  <div className={classes.rows} aria-busy="true">
    {ROWS.map((percent) => (
      <div key={percent} className={classes.row}>
        <Skeleton height={20} width={20} radius={5} />
        <Skeleton height={14} width={`${percent}%`} />
      </div>
    ))}
  </div>
);
