import { z } from 'zod';
import { SEARCH_LIMITS, SearchFilters } from '@dosar/contracts';
import { ListSearch, maybe } from '../../ui/table/list.search';

const { shape } = SearchFilters;

/** What the address of the search says: the words and the filters, as they are asked for. */
export const SearchAddress = ListSearch.omit({ pageSize: true }).extend({
  q: maybe(z.string().max(SEARCH_LIMITS.query)),
  types: maybe(z.string().refine((types) => shape.types.safeParse(types).success)),
  process_state: maybe(shape.process_state.unwrap()),
  accounting_status: maybe(shape.accounting_status.unwrap()),
  min_size: maybe(shape.min_size.unwrap()),
  max_size: maybe(shape.max_size.unwrap()),
  conversation_id: maybe(shape.conversation_id.unwrap()),
  sender_id: maybe(shape.sender_id.unwrap()),
  client_id: maybe(shape.client_id.unwrap()),
  date_from: maybe(shape.date_from.unwrap()),
  date_to: maybe(shape.date_to.unwrap()),
  include_deleted: maybe(z.literal('true')),
  sort: maybe(shape.sort.unwrap()),
});
export type SearchAddress = z.infer<typeof SearchAddress>;

/** Of an address what it sets, without its page. */
export const setIn = ({ page: _, ...search }: SearchAddress): SearchAddress =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
