import { useState } from 'react';
import { MutationCache, mutationOptions, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import i18next, { type ParseKeys } from 'i18next';
import type { EndpointSpec, ReplyOf, RequestOf } from '@dosar/contracts';
import { call, session } from './api';
import { complain } from './faults';
import { awaitConnection, onBack } from './live/connection';
import { isPassing, refusedWith } from './refusals';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly failure: ParseKeys | null; readonly misread?: ParseKeys | undefined };
  }
}

const RETRIES = 3;
const RETRY_AFTER_MS = 1_000;

/** It is deleted, or not visible for this person. */
export const isGone = (error: unknown): boolean => refusedWith(error, 403, 404);

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isPassing(error)) awaitConnection();
      // removed data is not shown any more, however recently it was read
      else if (isGone(error) && query.state.data !== undefined) query.setState({ data: undefined });
    },
  }),
  // shown even after the screen is gone
  mutationCache: new MutationCache({
    onError: (error, _asked, _result, { meta }) => {
      if (meta?.failure) complain(i18next.t(meta.failure), error, meta.misread);
    },
  }),
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

/**
 * A query, keyed by its view, so that one event refreshes every screen that shows it; `anewFor`: further keys where no event
 * tells of changes.
 */
export const reading = <E extends EndpointSpec>(spec: E, input: RequestOf<E>, anewFor: readonly unknown[] = []) =>
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- the specification is named by its path
  queryOptions({
    queryKey: [spec.view ?? spec.path, spec.path, input, ...anewFor] as const,
    queryFn: ({ signal }) => call(spec, input, signal),
  });

/** Reads data of these views again where it is shown. */
export const invalidate = async (views: readonly string[]): Promise<void> => {
  await Promise.all(views.map((view) => queries.invalidateQueries({ queryKey: [view] })));
};

/** For something deleted: it is not read again. */
export const forget = (key: readonly unknown[]): void => queries.removeQueries({ queryKey: key, exact: true });

type Writing<E extends EndpointSpec, V> = {
  /** Makes the request from the variables. */
  readonly input?: (asked: V) => RequestOf<E>;
  /** Of what deed it is one call. */
  readonly deed?: (asked: V) => string | undefined;
  /** The changed views, or what to do about them. */
  readonly touches?: readonly string[] | ((reply: ReplyOf<E>, asked: V) => void | Promise<void>);
  /** The message on failure; null where the screen shows it. */
  readonly failure: ParseKeys | null;
  /** What is said of an answer in which something is missing. */
  readonly misread?: ParseKeys;
  /** Mutations that run one after the other, so that an earlier answer does not hide a later choice. */
  readonly scope?: string;
};

/** A mutation: its request, the views it changes, and the message on failure. */
export const writing = <E extends EndpointSpec, V = RequestOf<E>>(
  spec: E,
  { input, deed, touches = [], failure, misread, scope }: Writing<E, V>,
) =>
  mutationOptions({
    mutationKey: [spec.method, spec.path],
    mutationFn: (asked: V) =>
      call(spec, input ? input(asked) : (asked as RequestOf<E>), undefined, { deed: deed?.(asked) }),
    onSuccess: (reply: ReplyOf<E>, asked: V) => {
      if (typeof touches === 'function') return touches(reply, asked);
      void invalidate(touches);
    },
    meta: { failure, misread },
    ...(scope !== undefined && { scope: { id: scope } }),
  });

type Read = { readonly data?: unknown; readonly error: unknown };

/** Why something cannot be shown; stays while it is read again. */
export const useFault = ({ data, error }: Read): unknown => {
  const [last, setLast] = useState<unknown>(null);
  const next = data === undefined ? (error ?? last) : null;
  if (next !== last) setLast(next);
  return next;
};

// failed reads are repeated once the server answers
onBack(() => void queries.invalidateQueries({ predicate: ({ state }) => isPassing(state.error) }));

// nothing that one person has read stays for the next
session.onEnd(() => queries.clear());
