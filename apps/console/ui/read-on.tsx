import { useEffect, useRef, type RefObject } from 'react';
import { Loader } from '@mantine/core';
import { Again } from './again';
import { useNear } from './use-near';
import classes from './read-on.module.css';

/** Loads before the end is visible. */
const NEAR = '400px';

type Props = {
  /** The scrolling element. */
  readonly box: RefObject<HTMLElement | null>;
  readonly list: {
    readonly data: unknown;
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
};

/** The end of an infinite list: loads more while it is near; after a failure on request. */
export const ReadOn = ({ box, list }: Props) => {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNear(end, { margin: NEAR, box });
  const isWanted = isNear && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
    // depends on the data, since a page loaded at once never shows as fetching
  }, [isWanted, data, fetchNextPage]);
  return (
    <div ref={end} className={classes.end}>
      {isFetchingNextPage && !isFetchNextPageError && <Loader size="xs" />}
      {isFetchNextPageError && <Again error={error} isPending={isFetching} onAgain={() => void fetchNextPage()} />}
    </div>
  );
};
