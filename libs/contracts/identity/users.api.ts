import { z } from 'zod';
import { endpoint, Id, IdParam, oneOf, Order, pageOf, Paging } from '../endpoint';
import { Email, Password, PersonName, PhoneOrNone, Role, UserStatus } from './identity.values';
import { User } from './identity.view';

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'The accounts.',
    query: Paging.extend({
      q: z.string().max(200).optional(),
      role: Role.optional(),
      status: UserStatus.optional(),
      firm_id: Id.optional(),
      client_id: Id.optional(),
      sort: z.enum(['name', 'email', 'role', 'status', 'createdAt', 'updatedAt']).default('name'),
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
    status: 200,
    reply: oneOf('user', User),
    view: 'users',
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Makes an account: an accountant of a firm, a user of a client, or an administrator.',
    body: z.strictObject({
      role: Role,
      name: PersonName,
      email: Email,
      password: Password.optional(),
      phone: PhoneOrNone.optional(),
      firm_id: Id.optional(),
      client_id: Id.optional(),
    }),
    status: 201,
    reply: oneOf('user', User),
  }),
};
