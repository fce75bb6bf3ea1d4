import type { ReactNode } from 'react';
import type { AccountingStatus, ProcessState } from '@dosar/contracts';
import classes from './chip.module.css';

type Tone = 'plain' | 'busy' | 'done' | ProcessState | AccountingStatus;
type Props = { readonly tone: Tone; readonly children: ReactNode };

/** A state, in a word. */
export const Chip = ({ tone, children }: Props) => (
  <span className={classes.chip} data-tone={tone}>
    {children}
  </span>
);
