import { queryOptions } from '@tanstack/react-query';
import { undoApi } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { writing } from '../../../platform/queries';

/** What would become of things if a deed were undone: asked anew each time that somebody thinks of it. */
export const undoPlan = (correlation_id: string) =>
  queryOptions({
    queryKey: ['undo', correlation_id],
    queryFn: ({ signal }) => call(undoApi.undo, { body: { correlation_id, dry_run: true } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The dialog itself says why it was not done. */
export const undo = writing(undoApi.undo, {
  touches: ['deeds', 'audit', 'files', 'folders', 'notes', 'messages'],
  failure: null,
});
