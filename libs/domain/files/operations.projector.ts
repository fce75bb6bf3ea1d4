import { put, view, yearOf, type Rows } from '@dosar/kernel';
import type { ClientId, Operation, UserId } from '@dosar/contracts';
import type { BulkEvent, BulkFailure } from './bulk.events';
import { filesKey } from './drive.events';

/** An operation as shown, except for the sentences of its failures, which depend on the reader's language. */
export type OperationRow = Omit<Operation, 'failed'> & {
  readonly failed: readonly BulkFailure[];
  readonly client_id: ClientId;
  /** The user who started it: it is shown to nobody else. */
  readonly user_id: UserId;
  /** The key of what was left out of an archive, by name. */
  readonly key?: string;
};

const nameless = ({ path: _, ...failure }: BulkFailure): BulkFailure => failure;
const unnamed = ({ key: _, ...row }: OperationRow) => put(row.id, { ...row, failed: row.failed.map(nameless) });
/** A path that was erased is as if there had been none. */
const isNamed = ({ path }: BulkFailure): boolean => typeof path === 'string';
const known = (failure: BulkFailure): BulkFailure => (isNamed(failure) ? failure : nameless(failure));

const changed = async (rows: Rows<OperationRow>, id: string, change: Partial<OperationRow>) => {
  const row = await rows.get(id);
  return row ? [put(id, { ...row, ...change })] : [];
};

export const operations = view<BulkEvent, OperationRow>()({
  view: 'operations',
  version: 4,
  columns: { status: 'text' },
  indexes: [['status']],
  // a cancelled operation ends a little later
  columnsOf: ({ status, finished_at }) => ({ status: finished_at === null ? 'in_progress' : status }),
  audienceOf: ({ user_id }) => user_id,
  subjectsOf: ({ key }) => (key === undefined ? [] : [key]),
  forgets: {
    files: async ({ name }, rows) => (await rows.bySubject(name)).map((row) => unnamed(row)),
  },
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
    BulkFinished: ({ clientId, status, done, failed, made }, { resource, occurredAt }, rows) =>
      changed(rows, resource.id, {
        status,
        done,
        failed: failed.map(known),
        ...(failed.some(isNamed) && { key: filesKey(clientId, yearOf(occurredAt)) }),
        ...(made && { made }),
        finished_at: occurredAt,
      }),
  },
});
