import { infiniteQueryOptions } from '@tanstack/react-query';
import { auditApi, deedsApi, EVENTS_PAGE } from '@dosar/contracts';
import { call } from '../../platform/api';
import { reading } from '../../platform/queries';
import type { DeedSearch } from './audit.search';
import { queryOf } from './deed-filters';

/** What was done, newest first. */
export const deeds = (filters: DeedSearch) =>
  infiniteQueryOptions({
    queryKey: ['deeds', 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const paging = { limit: EVENTS_PAGE.default, ...(pageParam !== null && { before: pageParam }) };
      return call(deedsApi.list, { query: { ...queryOf(filters), ...paging } }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_before }) => next_before,
  });

/** The events of one deed, oldest first. */
export const deedEvents = (correlation_id: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'deed', correlation_id],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: EVENTS_PAGE.default, ...(pageParam !== null && { after: pageParam }) };
      return call(deedsApi.events, { params: { correlation_id }, query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_after }) => next_after,
  });

export const activity = (filters: DeedSearch) => reading(deedsApi.activity, { query: queryOf(filters) });

export const auditEvent = (event_id: string) => reading(auditApi.event, { params: { event_id } });
