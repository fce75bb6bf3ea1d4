import { put, view, type Rows } from '@dosar/kernel';
import type { ClientId, Operation, UserId } from '@dosar/contracts';
import type { BulkEvent, BulkFailure } from './bulk.events';

/** An operation as shown, except for the sentences of its failures, which depend on the reader's language. */
export type OperationRow = Omit<Operation, 'failed'> & {
  readonly failed: readonly BulkFailure[];
  readonly client_id: ClientId;
  /** The user who started it: it is shown to nobody else. */
  readonly user_id: UserId;
};

const changed = async (rows: Rows<OperationRow>, id: string, change: Partial<OperationRow>) => {
  const row = await rows.get(id);
  return row ? [put(id, { ...row, ...change })] : [];
};

export const operations = view<BulkEvent, OperationRow>()({
  view: 'operations',
  version: 3,
  columns: { status: 'text' },
  indexes: [['status']],
  // a cancelled operation ends a little later
  columnsOf: ({ status, finished_at }) => ({ status: finished_at === null ? 'in_progress' : status }),
  audienceOf: ({ user_id }) => user_id,
  on: {
    BulkStarted: ({ clientId, kind, items, total }, { resource, actor, occurredAt }) =>
      put<OperationRow>(resource.id, {
        id: resource.id,
        kind,
        status: 'in_progress',
        total: total ?? items.length,
        done: 0,
        failed: [],
        created_at: occurredAt,
        finished_at: null,
        client_id: clientId,
        user_id: actor.id,
      }),
    BulkProgressed: ({ done }, { resource }, rows) => changed(rows, resource.id, { done }),
    BulkCancelled: (_, { resource }, rows) => changed(rows, resource.id, { status: 'cancelled' }),
    BulkFinished: ({ status, done, failed, made }, { resource, occurredAt }, rows) =>
      changed(rows, resource.id, { status, done, failed, ...(made && { made }), finished_at: occurredAt }),
  },
});
