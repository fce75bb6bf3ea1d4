import { clientsApi, firmsApi, PAGE_SIZE, usersApi, type ReplyOf, type RequestOf } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { reading } from '../../platform/queries';

type Query<E> = E extends { readonly query?: infer Q } ? Q : never;

export const firms = (query: Query<RequestOf<typeof firmsApi.list>>) => reading(firmsApi.list, { query });
export const firm = (id: string) => reading(firmsApi.get, { params: { id } });
export const clientPage = (query: Query<RequestOf<typeof clientsApi.list>>) => reading(clientsApi.list, { query });
export const client = (id: string) => reading(clientsApi.get, { params: { id } });

/** The clients to choose from. */
export const clients = (q = '') => clientPage({ pageSize: PAGE_SIZE.max, ...(q !== '' && { q }) });

/** Those who can be assigned to a client, among others. */
export const peopleOf = (client_id: string) => reading(usersApi.people, { query: { client_id } });

const optionOf = (company: { readonly id: string } & Parameters<typeof companyName>[0]) => ({
  value: company.id,
  label: companyName(company),
});
const looked = (q: string) => (q === '' ? {} : { q });

/** One of the firms is to be chosen. */
export const firmChoices = {
  one: firm,
  some: (q: string) => firms(looked(q)),
  optionOf: (reply: ReplyOf<typeof firmsApi.get>) => optionOf(reply.firm),
  optionsOf: (reply: ReplyOf<typeof firmsApi.list>) => reply.firms.map(optionOf),
};

/** One of the clients is to be chosen. */
export const clientChoices = {
  one: client,
  some: (q: string) => clientPage(looked(q)),
  optionOf: (reply: ReplyOf<typeof clientsApi.get>) => optionOf(reply.client),
  optionsOf: (reply: ReplyOf<typeof clientsApi.list>) => reply.clients.map(optionOf),
};
