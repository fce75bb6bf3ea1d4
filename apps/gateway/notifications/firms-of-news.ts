import type { Notification } from '@dosar/contracts';
import { rowIn, type ReadStore } from '@dosar/kernel/runtime';
import { clients } from '@dosar/domain/identity/clients.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { valuesById } from '../platform/reads/rows-by-id';

/** Of what somebody is told of, which firm each is about: the client's, or where there is none that of the reader. */
export const firmsOf = async (
  reads: Pick<ReadStore, 'get' | 'find'>,
  told: readonly Notification[],
  readerId: string,
): Promise<(string | null)[]> => {
  const ids = told.flatMap(({ client_id }) => client_id ?? []);
  const found = await valuesById(reads, clients, ids);
  const reader = await reads.get(users, readerId);
  const own = reader ? (rowIn(reader.json).firm?.name ?? null) : null;
  return told.map(({ client_id }) => found.get(client_id ?? '')?.firm.name ?? own);
};
