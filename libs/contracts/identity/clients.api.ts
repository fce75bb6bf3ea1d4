import { z } from 'zod';
import { asOf, endpoint, IdParam, listOf, oneOf, Order, pageOf, Paging, stoodAt } from '../endpoint';
import { StructureYear } from '../files/files.values';
import { FirmId, UserId } from '../ids';
import {
  ClientSort,
  CompanyName,
  Cui,
  DayOrNone,
  Email,
  Language,
  OptionalEmail,
  OptionalName,
  OptionalText,
  PEOPLE_LIMITS,
  PersonName,
  PhoneOrNone,
  Quota,
  TaxType,
  TradeRegisterNumber,
} from './identity.values';
import { Client, RegisteredCompany } from './identity.view';

export const ClientDetails = z.strictObject({
  societate: CompanyName,
  cui: Cui,
  registrulComertului: TradeRegisterNumber.optional(),
  dataInregistrarii: DayOrNone.optional(),
  impozit: TaxType.default('none'),
  platitor_tva: z.boolean().default(false),
  reprezentant: OptionalName.optional(),
  phone: PhoneOrNone.optional(),
  email: OptionalEmail.optional(),
  company_email: OptionalEmail.optional(),
  address: OptionalText.optional(),
  quota: Quota.default(0),
});

const { platitor_tva, impozit, quota, ...texts } = ClientDetails.shape;
/** What of a client can be changed; a default would change what is left out. */
const ClientChanges = z
  .strictObject({
    ...texts,
    platitor_tva: platitor_tva.unwrap(),
    impozit: impozit.unwrap(),
    quota: quota.unwrap(),
    firm_id: FirmId,
  })
  .partial();

export const Accountant = Client.shape.accountants.element;
export const Assignment = z.strictObject({ accountant_ids: z.array(UserId).min(1).max(PEOPLE_LIMITS.accountants) });

export const clientsApi = {
  list: endpoint({
    method: 'GET',
    path: '/clients',
    summary: 'The client companies that the caller works for.',
    query: Paging.extend({
      q: z.string().max(200).optional(),
      firm_id: FirmId.optional(),
      /** Those that an accountant is assigned to. */
      accountant_id: UserId.optional(),
      sort: ClientSort.default('societate'),
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
    query: z.object(asOf),
    status: 200,
    reply: oneOf('client', Client).extend(stoodAt),
    view: 'clients',
  }),
  create: endpoint({
    method: 'POST',
    path: '/clients',
    summary:
      'Registers a client company of a firm, with what it begins with if it is named: its user, its accountants, its folders. What one of them is refused for, all is.',
    body: ClientDetails.extend({
      firm_id: FirmId,
      /** Who signs in for it: gets an account, and an invitation by letter. */
      user: z
        .strictObject({
          name: PersonName,
          email: Email,
          phone: PhoneOrNone.optional(),
          /** Of the invitation. */
          language: Language.optional(),
        })
        .optional(),
      /** Accountants of the firm who are assigned to it. */
      accountant_ids: z.array(UserId).max(PEOPLE_LIMITS.accountants).optional(),
      /** The year whose accounting structure is made in it. */
      structure_year: StructureYear.optional(),
    }),
    status: 201,
    reply: oneOf('client', Client),
    refuses: ['ALREADY_EXISTS'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/clients/:id',
    summary: 'Changes the details of a client; its firm stays, and only administrators change its quota.',
    params: IdParam,
    body: ClientChanges,
    status: 200,
    reply: oneOf('client', Client),
    refuses: ['ALREADY_EXISTS'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/clients/:id',
    summary: 'Deletes a client softly; its users must be gone before.',
    params: IdParam,
    status: 204,
    refuses: ['STILL_IN_USE'],
  }),
  accountants: endpoint({
    method: 'GET',
    path: '/clients/:id/accountants',
    summary: 'The accountants of a client.',
    params: IdParam,
    status: 200,
    reply: listOf('accountants', Accountant),
    view: 'clients',
  }),
  assign: endpoint({
    method: 'POST',
    path: '/clients/:id/accountants',
    summary: 'Assigns accountants of the same firm.',
    params: IdParam,
    body: Assignment,
    status: 200,
    reply: listOf('accountants', Accountant),
  }),
  unassign: endpoint({
    method: 'DELETE',
    path: '/clients/:id/accountants/:accountantId',
    summary: 'Takes an assignment away.',
    params: IdParam.extend({ accountantId: UserId }),
    status: 204,
  }),
  lookUp: endpoint({
    method: 'GET',
    path: '/companies/:cui',
    summary: 'What the public register knows of a company, to fill a form with.',
    params: z.object({ cui: Cui }),
    status: 200,
    reply: oneOf('company', RegisteredCompany),
  }),
};
