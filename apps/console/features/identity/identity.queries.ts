import { authApi, clientsApi, PAGE_SIZE, type Me } from '@dosar/contracts';
import { queries, reading } from '../../queries';

/** Who is signed in. */
export const me = () => reading(authApi.me, {});

/** @throws Refused, Unreachable */
export const currentUser = async (): Promise<Me> => (await queries.ensureQueryData(me())).user;

/** The clients to choose from. */
export const clients = (q = '') =>
  reading(clientsApi.list, { query: { pageSize: PAGE_SIZE.max, ...(q !== '' && { q }) } });
