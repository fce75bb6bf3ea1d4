import { DOCUMENTS_PAGES, documentsApi, PAGE_SIZE } from '@dosar/contracts';
import { reading } from '../../../platform/queries';
import type { DocumentsFilter } from './documents.search';

export type { DocumentsFilter } from './documents.search';

/** What waits has waited the longest first; all else is seen from the newest. */
export const documents = (
  { clientId, state, accounting, day, act, actFrom, page = 1, ...only }: DocumentsFilter,
  pageSize: number = PAGE_SIZE.max,
) =>
  reading(documentsApi.list, {
    query: {
      page: Math.min(page, DOCUMENTS_PAGES),
      pageSize,
      order: state === 'pending' || state === 'new' || state === 'processing' ? 'asc' : 'desc',
      ...(clientId !== undefined && { client_id: clientId }),
      ...(state !== undefined && { process_state: state }),
      ...(accounting !== undefined && { accounting_status: accounting }),
      ...(day !== undefined && { uploaded_on: day }),
      ...(act !== undefined && { act, ...(actFrom !== undefined && { act_from: actFrom }) }),
      ...(only.assigned_only && { assigned_only: 'true' }),
      ...(only.mine && { mine: 'true' }),
    },
  });
