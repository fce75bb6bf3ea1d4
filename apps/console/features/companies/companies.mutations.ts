import { clientsApi, firmsApi } from '@dosar/contracts';
import { writing } from '../../platform/queries';
import { PEOPLE } from '../users/users.queries';

export const createFirm = () => writing(firmsApi.create, { touches: PEOPLE, failure: null });
export const changeFirm = () => writing(firmsApi.change, { touches: PEOPLE, failure: null });
/** Whoever shows it must have gone before its views are read anew. */
export const deleteFirm = () => writing(firmsApi.delete, { failure: null });

export const createClient = () => writing(clientsApi.create, { touches: PEOPLE, failure: null });
export const changeClient = () => writing(clientsApi.change, { touches: PEOPLE, failure: null });
/** Whoever shows it must have gone before its views are read anew. */
export const deleteClient = () => writing(clientsApi.delete, { failure: null });

/** Nothing is written by it, but it is asked for by a button, and its answer is not kept. */
export const lookUpCompany = () => writing(clientsApi.lookUp, { failure: null });

const failure = 'accountants.failed';

export const assignAccountant = (id: string) =>
  writing(clientsApi.assign, {
    input: (accountantId: string) => ({ params: { id }, body: { accountant_ids: [accountantId] } }),
    touches: PEOPLE,
    failure,
  });
export const unassignAccountant = (id: string) =>
  writing(clientsApi.unassign, {
    input: (accountantId: string) => ({ params: { id, accountantId } }),
    touches: PEOPLE,
    failure,
  });
