import type { ReactNode } from 'react';
import classes from './entry-form.module.css';

type Props = { readonly title: string; readonly hint?: ReactNode; readonly children: ReactNode };

/** Fields that belong together. */
export const Section = ({ title, hint, children }: Props) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    {hint && <p className={classes.hint}>{hint}</p>}
    <div className={classes.fields}>{children}</div>
  </section>
);
