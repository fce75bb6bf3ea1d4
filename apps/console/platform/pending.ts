import { useRef, useState } from 'react';

/**
 * Whether something is under way; further requests meanwhile are ignored. For guests' screens, which do not load the library
 * of queries.
 */
export const usePending = () => {
  const [isPending, setPending] = useState(false);
  const isBegun = useRef(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isBegun.current) return;
    isBegun.current = true;
    setPending(true);
    try {
      await work();
    } finally {
      isBegun.current = false;
      setPending(false);
    }
  };
  return [isPending, run] as const;
};
