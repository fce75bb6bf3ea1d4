import type { ReactNode } from 'react';

/** A column of a list, on the screen and in a file. */
export type Column<T> = {
  readonly name: string;
  readonly label: string;
  /** The server's sort key; absent where it cannot be sorted. */
  readonly sort?: string;
  readonly text: (row: T) => string;
  /** For more than text on the screen. */
  readonly show?: (row: T) => ReactNode;
  /** Never wrapped. */
  readonly isShort?: boolean;
  /** In the file only. */
  readonly isHidden?: boolean;
};
