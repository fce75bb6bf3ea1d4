import { Skeleton } from '@mantine/core';
import classes from './entry-form.module.css';

const FIELDS = [1, 2, 3, 4, 5, 6];

/** A form before its thing is known. */
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
