import type { ReactNode } from 'react';
import classes from './chip.module.css';

type Props = { readonly tone: 'plain' | 'busy' | 'done'; readonly children: ReactNode };

/** A state, in a word. */
export const Chip = ({ tone, children }: Props) => (
  <span className={classes.chip} data-tone={tone}>
    {children}
  </span>
);
