import { useEffect, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { moments, type Moment, type Thing } from './past.queries';

/** So near to the end of what was read more is read. */
const NEAR = 10;

const isBehind = (a: string, b: string): boolean => BigInt(a) > BigInt(b);

/**
 * The moments of a thing around a position of the log, and which of them it is: what stands there is as that moment left it.
 * @param position null while it is not known.
 * @param isLost It will not be known: nothing was there then. The newest moments are those to go to.
 */
export const useMoments = (thing: Thing, position: string | null, isLost = false) => {
  const [anchor, setAnchor] = useState(position);
  const found = useInfiniteQuery({ ...moments(thing, anchor), enabled: anchor !== null || isLost });
  const all: readonly Moment[] = found.data?.pages.flatMap((page) => page.moments) ?? [];
  const first = all[0];
  const last = all.at(-1);
  const { hasPreviousPage, hasNextPage, isFetching, fetchPreviousPage, fetchNextPage } = found;
  // it was picked far from what was read
  const isFar =
    position !== null &&
    (anchor === null ||
      (first && hasPreviousPage && isBehind(first.position, position)) ||
      (last && hasNextPage && isBehind(position, last.position)));
  if (isFar && anchor !== position) setAnchor(position);
  const index = position === null ? -1 : all.findLastIndex((each) => !isBehind(each.position, position));
  const needsOlder = hasPreviousPage && index < NEAR;
  const needsNewer = hasNextPage && index > all.length - 1 - NEAR;
  useEffect(() => {
    if (isFetching) return;
    if (needsOlder) void fetchPreviousPage();
    else if (needsNewer) void fetchNextPage();
  }, [isFetching, needsOlder, needsNewer, fetchPreviousPage, fetchNextPage]);
  const isAt = position !== null && all[index]?.position === position;
  return {
    all,
    index,
    current: all[index],
    // from between two moments the way back leads to the nearer one
    previous: all[isAt ? index - 1 : index],
    next: all[index + 1],
    isRead: found.data !== undefined,
  };
};

export type Moments = ReturnType<typeof useMoments>;
