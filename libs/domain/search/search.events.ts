import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Id } from '../event-values';

/** What somebody has looked for. One stream a person. */
export const SearchEvents = events(
  'search',
  {
    /** `filters`: as they stood in the address. */
    SearchRecorded: shape(
      z.object({
        searchId: Id,
        query: personal('content', z.string()),
        filters: personal('content', z.record(z.string(), z.string())),
      }),
    ),
    /** null: all of it. */
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
