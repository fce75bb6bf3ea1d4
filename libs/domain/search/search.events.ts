import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Id } from '../event-values';

/** Searches, with one stream for each person. */
export const SearchEvents = events(
  'search',
  {
    /** `filters`: as in the address of the page. */
    SearchRecorded: shape(
      z.object({
        searchId: Id,
        query: personal('content', z.string()),
        filters: personal('content', z.record(z.string(), z.string())),
      }),
    ),
    /** null: the whole history. */
    SearchHistoryCleared: shape(z.object({ searchId: Id.nullable() })),
    SearchSaved: shape(
      z.object({
        searchId: Id,
        name: personal('name', z.string()),
        query: personal('content', z.string()),
        filters: personal('content', z.record(z.string(), z.string())),
      }),
    ),
    SavedSearchDeleted: shape(z.object({ searchId: Id })),
  },
  (userId, _, year) => `searches:${userId}/${year}`,
  (id) => ({ type: 'user', id }),
);
export type SearchEvent = EventOf<typeof SearchEvents>;
