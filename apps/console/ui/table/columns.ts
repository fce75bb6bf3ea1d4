import type { ReactNode } from 'react';

/** What a list shows of each thing, on the screen and in a file. */
export type Column<T> = {
  readonly name: string;
  readonly label: string;
  /** By which name the server sorts it; absent where it does not. */
  readonly sort?: string;
  readonly text: (row: T) => string;
  /** Where the screen shows more than the text. */
  readonly show?: (row: T) => ReactNode;
  /** Never broken into lines. */
  readonly isShort?: boolean;
  /** Only in the file. */
  readonly isHidden?: boolean;
};
