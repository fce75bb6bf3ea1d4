import { useState } from 'react';
import type { Entry } from '../list/entries';

export type FileEntry = Extract<Entry, { kind: 'file' }>;

const isFile = (entry: Entry): entry is FileEntry => entry.kind === 'file';

/**
 * The documents that somebody goes through, in the order in which they were when the first was opened: what is done with
 * one may take it out of the list, or elsewhere in it, and whoever goes on loses neither their place nor their count.
 */
export const useReviewOrder = (entries: readonly Entry[] | undefined, fileId: string) => {
  const [order, setOrder] = useState<readonly string[]>([]);
  const files = new Map(entries?.filter(isFile).map((entry) => [entry.id, entry]));
  const known = new Set(order);
  const more = [...files.keys()].filter((id) => !known.has(id));
  if (more.length > 0) setOrder([...order, ...more]);
  const at = order.indexOf(fileId);
  return {
    entry: files.get(fileId),
    position: at + 1,
    total: order.length,
    /** The next one that is still there, forwards or backwards. */
    next: (by: 1 | -1): string | undefined => {
      if (at < 0) return undefined;
      const way = by === 1 ? order.slice(at + 1) : order.slice(0, at).reverse();
      return way.find((id) => files.has(id));
    },
  };
};
