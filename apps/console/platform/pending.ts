import { useRef, useState } from 'react';

/**
 * Whether something is under way; what is asked for meanwhile is not begun a second time. For what guests see, too: they
 * do not load the library of queries, whose mutations say so elsewhere.
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
