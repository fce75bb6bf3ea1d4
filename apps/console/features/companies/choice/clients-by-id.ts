import { useQueries } from '@tanstack/react-query';
import type { Client } from '@dosar/contracts';
import { client } from '../companies.queries';

/** Clients in the order of their ids: those that are known already, others are asked for, and what is gone is left out. */
export const useClientsById = (ids: readonly string[], known: readonly Client[] | undefined): readonly Client[] => {
  const missing = known === undefined ? [] : ids.filter((id) => !known.some((each) => each.id === id));
  const asked = useQueries({ queries: missing.map((id) => ({ ...client(id), retry: false })) });
  const found = [...(known ?? []), ...asked.flatMap(({ data }) => (data ? [data.client] : []))];
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
};
