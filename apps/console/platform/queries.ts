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

/** Whatever is read from these views is asked for again where it is shown. */
export const invalidate = async (views: readonly string[]): Promise<void> => {
  await Promise.all(views.map((view) => queries.invalidateQueries({ queryKey: [view] })));
};

/** After something is gone: what showed it is not asked again. */
export const forget = (key: readonly unknown[]): void => queries.removeQueries({ queryKey: key, exact: true });

// nothing that one person has read stays for the next
session.onEnd(() => queries.clear());
