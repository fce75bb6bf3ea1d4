import { z } from 'zod';
import {
  asOf,
  endpoint,
  Flag,
  IdParam,
  Instant,
  listOf,
  maybePageOf,
  MaybePaging,
  oneOf,
  Order,
  pageOf,
  Paging,
  stoodAt,
} from '../endpoint';
import { ClientId, FirmId, UserId } from '../ids';
import { Accountant, Assignment } from './clients.api';
import {
  Email,
  Language,
  MemberRole,
  Password,
  PersonName,
  PhoneOrNone,
  Role,
  UserSort,
  UserStatus,
} from './identity.values';
import { Person, User } from './identity.view';

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'The accounts.',
    query: Paging.extend({
      /** A part of the name or of the e-mail. */
      q: z.string().max(200).optional(),
      /** Only accounts of this role. */
      role: Role.optional(),
      /** Only accounts of this status. */
      status: UserStatus.optional(),
      /** Only accountants of this firm. */
      firm_id: FirmId.optional(),
      /** Only users of this client. */
      client_id: ClientId.optional(),
      /** Those whose invitation was not followed yet, or those without one. */
      invited: Flag.optional(),
      /** By what the accounts are sorted. */
      sort: UserSort.default('name'),
      /** In which order they are sorted. */
      order: Order.default('asc'),
    }),
    status: 200,
    reply: pageOf('users', User),
    view: 'users',
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'One account.',
    params: IdParam,
    query: z.object(asOf),
    status: 200,
    reply: oneOf('user', User).extend(stoodAt),
    view: 'users',
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Makes an account: an accountant of a firm, a user of a client, or an administrator.',
    body: z.strictObject({
      /** What the account is to be. */
      role: MemberRole,
      /** The name of the person. */
      name: PersonName,
      /** The address to sign in with, which no other account has. */
      email: Email,
      /** The first password; without one the person is sent an invitation. */
      password: Password.optional(),
      /** The telephone number of the person. */
      phone: PhoneOrNone.optional(),
      /** Of an accountant: the firm. */
      firm_id: FirmId.optional(),
      /** Of a user: the client company. */
      client_id: ClientId.optional(),
      /** Of the invitation, for an account without a password. */
      language: Language.optional(),
    }),
    status: 201,
    reply: oneOf('user', User),
    refuses: ['ALREADY_EXISTS'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/users/:id',
    summary: 'Changes an account; an empty password keeps the current one.',
    params: IdParam,
    body: z
      .strictObject({
        /** What the account is to be. */
        role: MemberRole,
        /** The name of the person. */
        name: PersonName,
        /** The address to sign in with. */
        email: Email,
        /** A new password; an empty text leaves the one that there is. */
        password: z.union([z.literal('').transform(() => undefined), Password]),
        /** The telephone number of the person; an empty text removes it. */
        phone: PhoneOrNone,
        /** Of an accountant: the firm. */
        firm_id: FirmId,
        /** Of a user: the client company. */
        client_id: ClientId,
        /** Whether the account may sign in. */
        status: UserStatus,
        /** Takes everything beside the password away, from somebody who has lost it. */
        two_step: z.literal(false),
      })
      .partial(),
    status: 200,
    reply: oneOf('user', User),
    refuses: ['ALREADY_EXISTS', 'LAST_ADMINISTRATOR', 'STILL_IN_USE'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Deletes an account softly: its history stays, its e-mail is free again.',
    params: IdParam,
    status: 204,
    refuses: ['LAST_ADMINISTRATOR', 'STILL_IN_USE'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/users/:id/invitation',
    summary: 'Sends the invitation of an account again; links sent before no longer work.',
    params: IdParam,
    body: z.strictObject({
      /** The language of the letter; without one, that of the account. */
      language: Language.optional(),
    }),
    status: 202,
  }),
  showInvitationLink: endpoint({
    method: 'POST',
    path: '/users/:id/invitation/link',
    summary:
      'The link of an invitation that was not followed yet, to hand it over otherwise; an event says who was shown it.',
    params: IdParam,
    status: 200,
    reply: z.object({
      /** Whoever opens it chooses the password of the account, once. */
      link: z.string(),
      /** When it ends. */
      valid_until: Instant,
    }),
    refuses: ['NOT_FOUND', 'CONFLICT', 'RESET_LINK_INVALID'],
  }),
  accountants: endpoint({
    method: 'GET',
    path: '/users/:id/accountants',
    summary: 'The accountants of a client’s user.',
    params: IdParam,
    status: 200,
    reply: listOf('accountants', Accountant),
    view: 'clients',
  }),
  assign: endpoint({
    method: 'POST',
    path: '/users/:id/accountants',
    summary: 'Assigns accountants to the client of a user.',
    params: IdParam,
    body: Assignment,
    status: 200,
    reply: listOf('accountants', Accountant),
  }),
  unassign: endpoint({
    method: 'DELETE',
    path: '/users/:id/accountants/:accountantId',
    summary: 'Takes an assignment away.',
    params: IdParam.extend({ /** The accountant whose assignment ends. */ accountantId: UserId }),
    status: 204,
  }),
  ofAccountant: endpoint({
    method: 'GET',
    path: '/users/accountants/:id/users',
    summary:
      'The users of the clients that an accountant is assigned to, by name; without a page the first 1,000, and how many there are when there are more.',
    params: IdParam,
    query: MaybePaging,
    status: 200,
    reply: maybePageOf('users', User),
    view: 'users',
  }),
  people: endpoint({
    method: 'GET',
    path: '/people',
    summary: 'Those whom the caller may assign or talk to.',
    query: z.object({
      /** Only those who have to do with this client. */
      client_id: ClientId.optional(),
      /** A part of the name. */
      q: z.string().max(200).optional(),
    }),
    status: 200,
    reply: listOf('people', Person),
    view: 'users',
    refuses: ['NOT_FOUND'],
  }),
};
