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

/** What is known of a client company. */
export const ClientDetails = z.strictObject({
  /** The name of the company. */
  societate: CompanyName,
  /** The tax id of the company. */
  cui: Cui,
  /** Its number in the trade register. */
  registrulComertului: TradeRegisterNumber.optional(),
  /** The day of its registration, YYYY-MM-DD; an empty text removes it. */
  dataInregistrarii: DayOrNone.optional(),
  /** How the company is taxed. */
  impozit: TaxType.default('none'),
  /** Whether the company is registered for VAT. */
  platitor_tva: z.boolean().default(false),
  /** The name of whoever represents the company. */
  reprezentant: OptionalName.optional(),
  /** The telephone number of the company. */
  phone: PhoneOrNone.optional(),
  /** The e-mail address of the representative. */
  email: OptionalEmail.optional(),
  /** The e-mail address of the company. */
  company_email: OptionalEmail.optional(),
  /** The address of the company. */
  address: OptionalText.optional(),
  /** Bytes that its files may take; 0: as many as they like. */
  quota: Quota.default(0),
});

const { platitor_tva, impozit, quota, ...texts } = ClientDetails.shape;
/** What of a client can be changed; a default would change what is left out. */
const ClientChanges = z
  .strictObject({
    ...texts,
    /** Whether the company is registered for VAT. */
    platitor_tva: platitor_tva.unwrap(),
    /** How the company is taxed. */
    impozit: impozit.unwrap(),
    /** Bytes that its files may take; 0: as many as they like. For administrators. */
    quota: quota.unwrap(),
    /** The firm of the client, which cannot be another than it is. */
    firm_id: FirmId,
  })
  .partial();

/** An accountant who is assigned to a client. */
export const Accountant = Client.shape.accountants.element;
export const Assignment = z.strictObject({
  /** The accountants to assign. */
  accountant_ids: z.array(UserId).min(1).max(PEOPLE_LIMITS.accountants),
});

export const clientsApi = {
  list: endpoint({
    method: 'GET',
    path: '/clients',
    summary: 'The client companies that the caller works for.',
    query: Paging.extend({
      /** A part of the name or of the cui. */
      q: z.string().max(200).optional(),
      /** Only clients of this firm. */
      firm_id: FirmId.optional(),
      /** Those that an accountant is assigned to. */
      accountant_id: UserId.optional(),
      /** By what the clients are sorted. */
      sort: ClientSort.default('societate'),
      /** In which order they are sorted. */
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
      'Registers a client company of a firm, with what it begins with if it is named: its user, its accountants, its folders. All of it is looked at before any of it is made; what an outage cut off is made when the call is sent again with its key.',
    body: ClientDetails.extend({
      /** The accounting firm of the client. */
      firm_id: FirmId,
      /** Who signs in for it: gets an account, and an invitation by letter. */
      user: z
        .strictObject({
          /** The name of the person. */
          name: PersonName,
          /** The address to sign in with, which no other account has. */
          email: Email,
          /** The telephone number of the person. */
          phone: PhoneOrNone.optional(),
          /** The language of the invitation. */
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
    params: IdParam.extend({ /** The accountant whose assignment ends. */ accountantId: UserId }),
    status: 204,
  }),
  lookUp: endpoint({
    method: 'GET',
    path: '/companies/:cui',
    summary: 'What the public register knows of a company, to fill a form with.',
    params: z.object({ /** The tax id of the company. */ cui: Cui }),
    status: 200,
    reply: oneOf('company', RegisteredCompany),
  }),
};
