import { clientsApi, firmsApi, settingsApi, usersApi, type RequestOf } from '@dosar/contracts';
import { queries, reading } from '../../queries';

type Query<E> = E extends { readonly query: infer Q } ? Q : never;

export const accounts = (query: Query<RequestOf<typeof usersApi.list>>) => reading(usersApi.list, { query });
export const account = (id: string) => reading(usersApi.get, { params: { id } });
export const firms = (query: Query<RequestOf<typeof firmsApi.list>>) => reading(firmsApi.list, { query });
export const firm = (id: string) => reading(firmsApi.get, { params: { id } });
export const clientPage = (query: Query<RequestOf<typeof clientsApi.list>>) => reading(clientsApi.list, { query });
export const client = (id: string) => reading(clientsApi.get, { params: { id } });
/** Those who can be assigned to a client, among others. */
export const peopleOf = (client_id: string) => reading(usersApi.people, { query: { client_id } });
export const settings = () => reading(settingsApi.get, {});

/** A change of one is seen in the others: names, counts, links. */
export const refreshPeople = async (): Promise<void> => {
  const views = ['users', 'firms', 'clients', 'settings'];
  await Promise.all(views.map((view) => queries.invalidateQueries({ queryKey: [view] })));
};

/** After something is gone: what showed it is not asked again. */
export const forget = (key: readonly unknown[]): void => queries.removeQueries({ queryKey: key, exact: true });
