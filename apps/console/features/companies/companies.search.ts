import type { z } from 'zod';
import { clientsApi, firmsApi, Id } from '@dosar/contracts';
import { ListSearch, maybe } from '../../ui/table/list.search';

export const FirmsSearch = ListSearch.extend({ sort: maybe(firmsApi.list.query.shape.sort.unwrap()) });
export type FirmsSearch = z.infer<typeof FirmsSearch>;

export const ClientsSearch = ListSearch.extend({
  firm_id: maybe(Id),
  accountant_id: maybe(Id),
  sort: maybe(clientsApi.list.query.shape.sort.unwrap()),
});
export type ClientsSearch = z.infer<typeof ClientsSearch>;
