import { z } from 'zod';
import { AccountingStatus, ProcessState } from '@dosar/contracts';
import { ListSearch, maybe } from '../../../ui/table/list.search';

/** What the address of the list says: which documents are meant, and which of them is looked at. */
export const DocumentsAddress = ListSearch.pick({ page: true }).extend({
  clientId: maybe(z.string().max(64)),
  state: maybe(z.enum([...ProcessState.options, 'pending'])),
  accounting: maybe(z.enum([...AccountingStatus.options, 'none'])),
  day: maybe(z.iso.date()),
  assigned_only: maybe(z.literal('true')),
  act: maybe(z.string().max(64)),
  actFrom: maybe(z.string().max(64)),
  mine: maybe(z.literal('true')),
  file: maybe(z.string().max(64)),
});
export type DocumentsAddress = z.infer<typeof DocumentsAddress>;
/** Without what is looked at. */
export type DocumentsFilter = Omit<DocumentsAddress, 'file'>;
