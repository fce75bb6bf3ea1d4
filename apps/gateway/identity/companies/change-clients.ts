import { clientsApi, type InputOf } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import { notFound, Problem, wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { Reservations } from '../reservations/reservations';
import { Cuis, type CuiOwner } from './cuis';
import { mustOwnNothing } from './in-use';

type Changes = InputOf<typeof clientsApi.change>['body'];

export const changeClient = useCase(clientsApi.change, async ({ params: { id }, body: changes }, context) => {
  const owner = ownerFor(context, id, changes);
  const write = await context.writes.begin(context.call, { id, ...changes });
  const data = changed(changes);
  await context.use(Cuis).giving(owner, data.cui, () => write.handle(client, id, { type: 'ChangeClient', data }));
  return write.reply('client', clients, id);
});

/** The client, whose firm stays, and whose quota only administrators change. @throws Problem */
const ownerFor = ({ call, installation, reads }: UseCaseContext, id: string, { firm_id, quota }: Changes): CuiOwner => {
  const found = reads.client(id);
  if (!found) throw notFound();
  if (firm_id !== undefined && firm_id !== found.firmId)
    throw new Problem('CONFLICT', new Map([['firm_id', { rule: 'firm_stays', values: {} }]]));
  if (quota !== undefined && installation.access.scope(call.caller).firmId !== null)
    throw wrongField('quota', 'admin_only');
  return { id, firmId: found.firmId };
};

const changed = ({ firm_id: _firm, platitor_tva: platitorTva, company_email: companyEmail, ...same }: Changes) => ({
  ...same,
  ...(platitorTva !== undefined && { platitorTva }),
  ...(companyEmail !== undefined && { companyEmail }),
});

export const deleteClient = useCase(
  clientsApi.delete,
  async ({ params: { id } }, { call, installation, writes, use }) => {
    const { access } = installation;
    const write = await writes.begin(call, { id });
    await use(Reservations).holding(['members', id], async () => {
      const found = access.client(id);
      if (found) mustOwnNothing({ users: access.usersOfClient(id).length });
      // for a deleted client the handler answers a repeated request, and refuses any other
      const remove = () => write.handle(client, id, { type: 'DeleteClient', data: {} });
      await (found ? use(Cuis).freeing(found, remove) : remove());
    });
    await writes.visible(call);
  },
);
