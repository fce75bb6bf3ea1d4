import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { EndpointSpec, RequestOf } from '@dosar/contracts';
import { call, session } from './api';
import { Refused, Unreachable } from './refusals';

const RETRIES = 3;
const RETRY_AFTER_MS = 1_000;

/** Whether asking again may help. */
const isPassing = (error: unknown) =>
  error instanceof Unreachable || (error instanceof Refused && [502, 503, 504].includes(error.status));

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES && isPassing(error),
      retryDelay: RETRY_AFTER_MS,
      staleTime: 10_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** A reading, keyed by the view it comes from, so that one signal refreshes every screen that shows it. */
export const reading = <E extends EndpointSpec>(spec: E, input: RequestOf<E>) =>
  queryOptions({
    queryKey: [spec.view ?? spec.path, spec.path, input] as const,
    queryFn: ({ signal }) => call(spec, input, signal),
  });

// nothing that one person has read stays for the next
session.onEnd(() => queries.clear());
