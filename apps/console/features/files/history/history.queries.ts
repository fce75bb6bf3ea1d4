import { infiniteQueryOptions } from '@tanstack/react-query';
import { filesApi, foldersApi } from '@dosar/contracts';
import { call } from '../../../platform/api';
import type { Entry } from '../list/entries';

const PAGE = 50;

/** What happened to a document or folder, newest first: asked anew each time, since nothing signals it. */
export const historyOf = ({ kind, id }: Pick<Entry, 'kind' | 'id'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'history', kind, id],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam !== null && { before: pageParam }) };
      return call(kind === 'file' ? filesApi.history : foldersApi.history, { params: { id }, query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_before }) => next_before,
    staleTime: 0,
  });
