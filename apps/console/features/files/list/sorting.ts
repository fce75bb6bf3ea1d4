import { z } from 'zod';
import { stored } from '../../../platform/storage/stored';
import { SORTS, type Sorting } from './entries';

const Kept = z.object({ by: z.enum(SORTS), order: z.enum(['asc', 'desc']) });

/** How folders are sorted, wherever the person goes, and when they come back. */
export const sorting = stored<Sorting>('dosar.sorting', Kept, { by: 'name', order: 'asc' });
