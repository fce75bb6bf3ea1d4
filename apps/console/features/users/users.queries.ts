import { PAGE_SIZE, usersApi, type ReplyOf, type RequestOf, type User } from '@dosar/contracts';
import { reading } from '../../platform/queries';

type Query<E> = E extends { readonly query?: infer Q } ? Q : never;

export const accounts = (query: Query<RequestOf<typeof usersApi.list>>) => reading(usersApi.list, { query });
export const account = (id: string) => reading(usersApi.get, { params: { id } });

/** A change of one is seen in the others: names, counts, links. */
export const PEOPLE = ['users', 'firms', 'clients', 'settings'] as const;

/** All accounts, for their names. */
export const everybody = () => accounts({ pageSize: PAGE_SIZE.max });

/** An accountant of a firm is to be chosen. */
export const accountantChoices = (firm_id: string) => ({
  one: account,
  some: (q: string) => accounts({ role: 'accountant', status: 'active', firm_id, ...(q !== '' && { q }) }),
  optionOf: ({ user }: ReplyOf<typeof usersApi.get>) => optionOf(user),
  optionsOf: ({ users }: ReplyOf<typeof usersApi.list>) => users.map(optionOf),
});

const optionOf = ({ id, name, email }: User) => ({ value: id, label: name ?? email ?? id });
