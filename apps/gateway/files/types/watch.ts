import type { BrokenRule, Extension } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';

/** Checks of an upload after its first bytes. */
export type Watch = {
  /** For every chunk after the first bytes. @throws Problem */
  readonly chunk: (bytes: Buffer, offset: number) => void;
  /** At the end. @returns the type of its content. @throws Problem */
  readonly end: () => Extension;
};

/** A file that is not taken, and what of its name or content is the reason. */
export const notTaken = (rule: string, values: BrokenRule['values'] = {}): Problem =>
  new Problem('INVALID_FILE_TYPE', new Map([['file', { rule, values }]]));
