import type { z } from 'zod';
import { ClientSort, FirmSort, Id } from '@dosar/contracts';
import { ListSearch, maybe } from '../../ui/table/list.search';

export const FirmsSearch = ListSearch.extend({ sort: maybe(FirmSort) });
export type FirmsSearch = z.infer<typeof FirmsSearch>;

export const ClientsSearch = ListSearch.extend({
  firm_id: maybe(Id),
  accountant_id: maybe(Id),
  sort: maybe(ClientSort),
});
export type ClientsSearch = z.infer<typeof ClientsSearch>;
