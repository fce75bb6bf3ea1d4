import { Skeleton } from '@mantine/core';
import classes from './entry-form.module.css';

const FIELDS = [1, 2, 3, 4, 5, 6];

/** The placeholder of a form while loading. */
export const EntrySkeleton = () => (
  <div className={classes.section} aria-busy="true">
    <Skeleton height={18} width="12rem" />
    <div className={classes.fields}>
      {FIELDS.map((key) => (
        <Skeleton key={key} height={58} radius="md" />
      ))}
    </div>
  </div>
);
