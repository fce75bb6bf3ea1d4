import { firmsApi } from '@dosar/contracts';
import { firm } from '@dosar/domain/identity/firm.decider';
import { firms } from '@dosar/domain/identity/firms.projector';
import { notFound } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import { Reservations } from '../reservations/reservations';
import { Cuis } from './cuis';
import { mustOwnNothing } from './in-use';

/** A firm's cui is unique in the whole installation. */
const ownerOf = (id: string) => ({ id, firmId: null });

export const registerFirm = useCase(firmsApi.create, async ({ body: details }, { call, writes, use }) => {
  const write = await writes.begin(call, details);
  const id = write.idFor('firm');
  const { name, cui, address = null, phone = null, email = null, accountant_scope } = details;
  const data = { name, cui, address, phone, email, accountantScope: accountant_scope };
  await use(Cuis).giving(ownerOf(id), cui, () => write.handle(firm, id, { type: 'RegisterFirm', data }));
  return write.reply('firm', firms, id);
});

export const changeFirm = useCase(
  firmsApi.change,
  async ({ params: { id }, body: changes }, { call, installation, writes, use }) => {
    if (!installation.access.firm(id)) throw notFound();
    const { accountant_scope: accountantScope, ...same } = changes;
    const write = await writes.begin(call, { id, ...changes });
    const data = { ...same, ...(accountantScope && { accountantScope }) };
    await use(Cuis).giving(ownerOf(id), same.cui, () => write.handle(firm, id, { type: 'ChangeFirm', data }));
    return write.reply('firm', firms, id);
  },
);

export const deleteFirm = useCase(firmsApi.delete, async ({ params: { id } }, { call, installation, writes, use }) => {
  const { access } = installation;
  const write = await writes.begin(call, { id });
  await use(Reservations).holding(['members', id], async () => {
    const owned = { clients: access.clientsOfFirm(id).length, accountants: access.accountantsOfFirm(id).length };
    if (access.firm(id)) mustOwnNothing(owned);
    // for a deleted firm the handler answers a repeated request, and refuses any other
    await use(Cuis).freeing(ownerOf(id), () => write.handle(firm, id, { type: 'DeleteFirm', data: {} }));
  });
  await writes.visible(call);
});
