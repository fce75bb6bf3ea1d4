import { z } from 'zod';
import { Moment } from '../audit/audit.values';
import { Flag, Order, wholeNumber } from '../endpoint';
import { AccountingStatus, ProcessState } from '../files/files.values';
import { ClientId, ConversationId, UserId } from '../ids';
import { SearchSort, SearchType } from './search.values';

/** A number of bytes. */
const Bytes = wholeNumber(0);

export const SearchFilters = z.object({
  /** What is looked for: `files`, `images`, `text_files`, `messages`, `folders`, `clients`, with commas between. */
  types: z
    .string()
    .max(200)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(SearchType))
    .optional(),
  /** Only files with which the firm is so far. */
  process_state: ProcessState.optional(),
  /** Only files of which the books say this. */
  accounting_status: AccountingStatus.optional(),
  /** Only files of at least so many bytes. */
  min_size: Bytes.optional(),
  /** Only files of at most so many bytes. */
  max_size: Bytes.optional(),
  /** Only messages of this conversation. */
  conversation_id: ConversationId.optional(),
  /** Only what this person has sent or uploaded. */
  sender_id: UserId.optional(),
  /** Only what belongs to this client. */
  client_id: ClientId.optional(),
  /** Only what is not older than this day or instant. */
  date_from: Moment.optional(),
  /** Only what is not newer than this day or instant; a day counts whole. */
  date_to: Moment.optional(),
  /** Whether deleted things are found, too. */
  include_deleted: Flag.default(false),
  /** By what the results are sorted. */
  sort: SearchSort.default('relevance'),
  /** In which order they are sorted; without it, as is usual for what they are sorted by. */
  order: Order.optional(),
});
export type SearchFilters = z.infer<typeof SearchFilters>;
