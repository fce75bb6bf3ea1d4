import { infiniteQueryOptions } from '@tanstack/react-query';
import { auditApi, EVENTS_PAGE, type AuditFilters } from '@dosar/contracts';
import { call } from '../../platform/api';
import { reading } from '../../platform/queries';

export const auditEvents = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'events', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, limit: EVENTS_PAGE.default, ...(pageParam !== null && { before: pageParam }) };
      return call(auditApi.events, { query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_before }) => next_before,
  });

export const auditEvent = (event_id: string) => reading(auditApi.event, { params: { event_id } });
