import { useInfiniteQuery } from '@tanstack/react-query';
import { LAST, type Then } from '../../../platform/past/then';
import { moments, type Thing } from './past.queries';

/** What the address says about when and as whom something is looked at; null while its newest moment is not known. */
export const useThen = (thing: Thing, at: string, as: string | undefined) => {
  const isLast = at === LAST;
  const { data, error } = useInfiniteQuery({ ...moments(thing, null), enabled: isLast });
  const newest = data?.pages.at(-1)?.moments.at(-1)?.position;
  const known = isLast ? newest : at;
  const then: Then | null = known === undefined ? null : { at: known, ...(as !== undefined && { as }) };
  return { then, error: isLast ? error : null, hasNone: isLast && data !== undefined && newest === undefined };
};
