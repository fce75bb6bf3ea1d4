import { z } from 'zod';
import { Day, endpoint, Id, IdParam, oneOf, Order, pageOf, Paging } from '../endpoint';
import { CompanyName, Cui, OptionalEmail, OptionalText, PhoneOrNone, Quota, TaxType } from './identity.values';
import { Client } from './identity.view';

export const ClientDetails = z.strictObject({
  societate: CompanyName,
  cui: Cui,
  registrulComertului: OptionalText.optional(),
  dataInregistrarii: Day.optional(),
  impozit: TaxType.default('none'),
  platitor_tva: z.boolean().default(false),
  reprezentant: OptionalText.optional(),
  phone: PhoneOrNone.optional(),
  email: OptionalEmail.optional(),
  company_email: OptionalEmail.optional(),
  address: OptionalText.optional(),
  quota: Quota.default(0),
});

export const clientsApi = {
  list: endpoint({
    method: 'GET',
    path: '/clients',
    summary: 'The client companies that the caller works for.',
    query: Paging.extend({
      q: z.string().max(200).optional(),
      firm_id: Id.optional(),
      sort: z.enum(['societate', 'cui', 'createdAt', 'updatedAt']).default('societate'),
      order: Order.default('asc'),
    }),
    status: 200,
    reply: pageOf('clients', Client),
    view: 'clients',
  }),
  get: endpoint({
    method: 'GET',
    path: '/clients/:id',
    summary: 'One client company.',
    params: IdParam,
    status: 200,
    reply: oneOf('client', Client),
    view: 'clients',
  }),
  create: endpoint({
    method: 'POST',
    path: '/clients',
    summary: 'Registers a client company of a firm.',
    body: ClientDetails.extend({ firm_id: Id }),
    status: 201,
    reply: oneOf('client', Client),
  }),
};
