import { clientsApi, usersApi, type Client } from '@dosar/contracts';
import { rowIn, type RowText } from '@dosar/kernel/runtime';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { Json } from '../../platform/http/json';
import { notFound } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { Assignments, ofFirm, type Assigned } from './assignments';

/** The accountants of a client, with the time of their assignment. */
const accountantsOf = async ({ call, rows, use }: UseCaseContext, of: Assigned): Promise<Json> => {
  const { id } = use(Assignments).must(call, of);
  const accountants = (json: RowText<Client>) => JSON.stringify(rowIn(json).accountants);
  return rows.one(call, clients, await rows.must(clients, id), { name: 'accountants', show: accountants });
};

export const listAccountantsOfUser = useCase(usersApi.accountants, ({ params }, context) =>
  accountantsOf(context, { userId: params.id }),
);

export const listAccountantsOfClient = useCase(clientsApi.accountants, ({ params }, context) =>
  accountantsOf(context, { clientId: params.id }),
);

const assign = async (context: UseCaseContext, to: Assigned, accountantIds: readonly string[]): Promise<Json> => {
  const { call, installation, writes, use } = context;
  const { id } = use(Assignments).must(call, to);
  const write = await writes.begin(call, { id, accountantIds });
  await use(Assignments).changing(call, { clientId: id }, ({ firmId, accountants: assigned }) => {
    const accountants = ofFirm(installation, firmId, accountantIds, assigned);
    return write.handle(client, id, { type: 'AssignAccountants', data: { accountants } });
  });
  await writes.visible(call);
  return accountantsOf(context, { clientId: id });
};

export const assignToUser = useCase(usersApi.assign, ({ params, body }, context) =>
  assign(context, { userId: params.id }, body.accountant_ids),
);

export const assignToClient = useCase(clientsApi.assign, ({ params, body }, context) =>
  assign(context, { clientId: params.id }, body.accountant_ids),
);

const unassign = async ({ call, writes, use }: UseCaseContext, from: Assigned, accountantId: string): Promise<void> => {
  const { id } = use(Assignments).must(call, from);
  const write = await writes.begin(call, { id, accountantId });
  const { repeated, types } = await write.handle(client, id, { type: 'UnassignAccountant', data: { accountantId } });
  if (!repeated && types.length === 0) throw notFound();
  await writes.visible(call);
};

export const unassignFromUser = useCase(usersApi.unassign, ({ params }, context) =>
  unassign(context, { userId: params.id }, params.accountantId),
);

export const unassignFromClient = useCase(clientsApi.unassign, ({ params }, context) =>
  unassign(context, { clientId: params.id }, params.accountantId),
);
