import { Skeleton } from '@mantine/core';
import classes from './dashboard.module.css';

const TILES = [1, 2, 3, 4];
const CARDS = [1, 2, 3, 4];

/** Where everything will be. */
export const DashboardSkeleton = () => (
  <div className={classes.waiting} aria-busy="true">
    <div className={classes.tiles}>
      {TILES.map((key) => (
        <Skeleton key={key} height={86} radius={14} />
      ))}
    </div>
    <div className={classes.grid}>
      {CARDS.map((key) => (
        <Skeleton key={key} height={280} radius={14} />
      ))}
    </div>
  </div>
);
