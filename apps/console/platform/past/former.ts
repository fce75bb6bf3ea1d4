import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointSpec, RequestOf } from '@dosar/contracts';
import { call } from '../api';

/** What was read of the past: no signal tells that it has changed, as it does not. Who may see it may. */
export const PAST = 'past';

/** A reading of what was. While the next instant is read, the one before is shown. */
export const former = <E extends EndpointSpec>(spec: E, input: RequestOf<E>) =>
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- the specification is named by its path
  queryOptions({
    queryKey: [PAST, spec.path, input] as const,
    queryFn: ({ signal }) => call(spec, input, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
