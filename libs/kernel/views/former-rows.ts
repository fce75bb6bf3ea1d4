import type { Position } from '../model/event';
import { Unavailable, type ViewSpec } from '../ports';

/** The version of a view that is being read. */
export type ReadVersion = { readonly keepsFormer: boolean; readonly position: Position | null };

/** @throws when the view cannot be read as of that position: the answer would be wrong, or empty without a reason */
export const mustHaveStood = ({ view, keepsFormer }: ViewSpec, read: ReadVersion, at: Position): void => {
  if (!keepsFormer) throw new Error(`the view ${view} keeps no former rows: it can be read only as it is now`);
  if (!read.keepsFormer)
    throw new Unavailable(`the view ${view} is being filled anew, and its older version keeps no former rows`);
  if (read.position === null || read.position < at)
    throw new Unavailable(`the view ${view} has come to position ${read.position ?? 'none'}, not yet to ${at}`);
};

/** @throws when a filled version of a view would begin or stop to keep former rows */
export const mustKeepAsBefore = ({ view, keepsFormer }: ViewSpec, before: ReadVersion): void => {
  if (before.position === null || before.keepsFormer === (keepsFormer === true)) return;
  const done = before.keepsFormer ? 'with' : 'without';
  throw new Error(`the view ${view} was filled ${done} former rows: whoever changes that raises its version`);
};

/** @throws because terms exist for current rows only */
export const mustBeWithoutTerms = ({ view }: ViewSpec, { terms }: { readonly terms?: unknown }): void => {
  if (terms) throw new Error(`the view ${view} is searched by terms as it is now, at no position of the past`);
};
