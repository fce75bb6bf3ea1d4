import { BulkEvents } from '@dosar/domain/files/bulk.events';
import { operations, type OperationRow } from '@dosar/domain/files/operations.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { rowIn } from '@dosar/kernel/runtime';
import { rowShown, type Announcer, type ObservedEvent, type ShowRows } from '../../platform/sockets/announcer';
import { shown } from './bulk-answers';

/** An operation in the language of the user who began it. */
const show: ShowRows<OperationRow> = (rows, reads) =>
  Promise.all(
    rows.map(async (operation) => {
      const user = await reads.get(users, operation.user_id);
      const { preferences } = user ? rowIn(user.json) : {};
      return shown(operation, preferences?.language ?? 'ro', reads);
    }),
  );

/** The progress of an operation: one message, however many steps were received together. */
export const bulkProgress: Announcer = {
  name: 'bulk-progress',
  events: BulkEvents,
  views: [operations.view],
  announce(heard) {
    const newest = new Map<string, ObservedEvent>();
    for (const each of heard) if (each.actor.kind === 'user') newest.set(each.resource.id, each);
    return [...newest].map(([id, { actor, position }]) => ({
      event: 'bulk:progress',
      to: { userId: actor.id },
      rows: { operation: rowShown(operations, id, show) },
      position,
    }));
  },
};
