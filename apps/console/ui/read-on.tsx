import { useEffect, useRef, type RefObject } from 'react';
import { Loader } from '@mantine/core';
import { Again } from './again';
import { useNear } from './use-near';
import classes from './read-on.module.css';

/** Read before its end is seen. */
const NEAR = '400px';

type Props = {
  /** What scrolls. */
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

/** The end of a list, which is read on while that is near; after a failure when somebody wants it. */
export const ReadOn = ({ box, list }: Props) => {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNear(end, { margin: NEAR, box });
  const isWanted = isNear && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
    // each time that more is there: what is read at once was never seen to be on its way
  }, [isWanted, data, fetchNextPage]);
  return (
    <div ref={end} className={classes.end}>
      {isFetchingNextPage && !isFetchNextPageError && <Loader size="xs" />}
      {isFetchNextPageError && <Again error={error} isPending={isFetching} onAgain={() => void fetchNextPage()} />}
    </div>
  );
};
