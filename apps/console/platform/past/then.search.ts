import { z } from 'zod';

/** When, and as whom, something is looked at, in the address of a screen. */
export const thenSearch = { at: z.string().optional(), as: z.string().optional() };
