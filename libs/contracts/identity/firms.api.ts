import { z } from 'zod';
import { endpoint, IdParam, oneOf, Order, pageOf, Paging } from '../endpoint';
import {
  AccountantScope,
  CompanyName,
  Cui,
  FirmSort,
  OptionalEmail,
  OptionalText,
  PhoneOrNone,
} from './identity.values';
import { Firm } from './identity.view';

const FirmDetails = z.strictObject({
  /** The name of the firm. */
  name: CompanyName,
  /** The tax id of the firm. */
  cui: Cui,
  /** The address of the firm. */
  address: OptionalText.optional(),
  /** The telephone number of the firm. */
  phone: PhoneOrNone.optional(),
  /** The e-mail address of the firm. */
  email: OptionalEmail.optional(),
  /** Which clients the accountants of the firm see. */
  accountant_scope: AccountantScope.default('firm'),
});

export const firmsApi = {
  list: endpoint({
    method: 'GET',
    path: '/firms',
    summary: 'The accounting firms.',
    query: Paging.extend({
      /** A part of the name or of the cui. */
      q: z.string().max(200).optional(),
      /** By what the firms are sorted. */
      sort: FirmSort.default('name'),
      /** In which order they are sorted. */
      order: Order.default('asc'),
    }),
    status: 200,
    reply: pageOf('firms', Firm),
    view: 'firms',
  }),
  get: endpoint({
    method: 'GET',
    path: '/firms/:id',
    summary: 'One accounting firm.',
    params: IdParam,
    status: 200,
    reply: oneOf('firm', Firm),
    view: 'firms',
  }),
  create: endpoint({
    method: 'POST',
    path: '/firms',
    summary: 'Registers an accounting firm.',
    body: FirmDetails,
    status: 201,
    reply: oneOf('firm', Firm),
    refuses: ['ALREADY_EXISTS'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/firms/:id',
    summary: 'Changes the details of a firm.',
    params: IdParam,
    body: FirmDetails.extend({
      /** Which clients the accountants of the firm see. */
      accountant_scope: AccountantScope,
    }).partial(),
    status: 200,
    reply: oneOf('firm', Firm),
    refuses: ['ALREADY_EXISTS'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/firms/:id',
    summary: 'Deletes a firm softly; its clients and accountants must be gone before.',
    params: IdParam,
    status: 204,
    refuses: ['STILL_IN_USE'],
  }),
};
