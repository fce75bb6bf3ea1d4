import { z } from 'zod';
import { Moment } from '../audit/audit.values';
import { Flag, Order, wholeNumber } from '../endpoint';
import { AccountingStatus, ProcessState } from '../files/files.values';
import { ClientId, ConversationId, UserId } from '../ids';
import { SearchSort, SearchType } from './search.values';

const Bytes = wholeNumber(0);

export const SearchFilters = z.object({
  /** A comma between two of them. */
  types: z
    .string()
    .max(200)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(SearchType))
    .optional(),
  process_state: ProcessState.optional(),
  accounting_status: AccountingStatus.optional(),
  min_size: Bytes.optional(),
  max_size: Bytes.optional(),
  conversation_id: ConversationId.optional(),
  sender_id: UserId.optional(),
  client_id: ClientId.optional(),
  date_from: Moment.optional(),
  date_to: Moment.optional(),
  include_deleted: Flag.default(false),
  sort: SearchSort.default('relevance'),
  order: Order.optional(),
});
export type SearchFilters = z.infer<typeof SearchFilters>;
