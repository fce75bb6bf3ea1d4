import { clientsApi, firmsApi, soughtKey, type InputOf } from '@dosar/contracts';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firms } from '@dosar/domain/identity/firms.projector';
import type { WhereIn } from '@dosar/kernel/runtime';
import type { Scope } from '../../platform/access/known-rights';
import type { Installation } from '../../platform/hosting/installation';
import { useCase } from '../../platform/use-cases/use-case';

const FIRMS_BY = { name: 'sort_name', cui: 'cui', createdAt: 'created', updatedAt: 'updated' } as const;

const CLIENTS_BY = { societate: 'sort_name', cui: 'cui', createdAt: 'created', updatedAt: 'updated' } as const;

export const listFirms = useCase(firmsApi.list, ({ query }, { call, rows }) => {
  const where: WhereIn<typeof firms> = query.q ? { searched: { contains: soughtKey(query.q) } } : {};
  const find = { where, order: [[FIRMS_BY[query.sort], query.order]] as const };
  return rows.part(call, { view: firms, audience: 'installation' }, () => rows.page(firms, 'firms', find, query));
});

export const getFirm = useCase(firmsApi.get, async ({ params: { id } }, { call, rows }) =>
  rows.one(call, firms, await rows.must(firms, id), { name: 'firm' }),
);

export const listClients = useCase(clientsApi.list, ({ query }, { call, installation, rows }) => {
  const scope = installation.access.scope(call.caller);
  const order = [[CLIENTS_BY[query.sort], query.order]] as const;
  const find = { where: whereOf(installation, scope, query), order };
  const produce = () => rows.page(clients, 'clients', find, query);
  return rows.part(call, { view: clients, audience: 'installation' }, produce, JSON.stringify(scope));
});

const whereOf = (
  installation: Installation,
  { firmId, clientIds }: Scope,
  query: InputOf<typeof clientsApi.list>['query'],
): WhereIn<typeof clients> => {
  // another firm has no clients visible to the caller
  if (firmId !== null && query.firm_id !== undefined && query.firm_id !== firmId) return { id: { in: [] } };
  const within = firmId ?? query.firm_id;
  const ids = query.accountant_id === undefined ? clientIds : assignedTo(installation, query.accountant_id, clientIds);
  return {
    firm_id: within ?? { not: null },
    ...(ids && { id: { in: ids } }),
    ...(query.q && { searched: { contains: soughtKey(query.q) } }),
  };
};

/** The clients an accountant is assigned to, among those the caller may see. */
const assignedTo = (installation: Installation, accountantId: string, seen: readonly string[] | null): string[] =>
  installation.access.assignments(accountantId).filter((id) => seen?.includes(id) ?? true);

export const getClient = useCase(clientsApi.get, async ({ params: { id } }, { call, reads, rows }) => {
  reads.mustClient(id);
  return rows.one(call, clients, await rows.must(clients, id), { name: 'client' });
});
