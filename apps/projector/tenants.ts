import type { Logger } from 'pino';
import {
  changedRows,
  Damaged,
  readable,
  recordClock,
  viewMemory,
  type Belonging,
  type EventRegistry,
  type Ports,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { access } from '@dosar/domain/identity/access.projector';
import { tenantOf } from '@dosar/domain/identity/tenants';

/** The tenants of records, from the view of access, and a clock that is never behind the newest record. */
export const tenants = async (
  {
    events,
    reads,
    rowsKey,
    onRead,
  }: Pick<Ports, 'events' | 'reads'> & {
    readonly rowsKey: Buffer;
    readonly onRead: (records: readonly StoredRecord[]) => void;
  },
  registry: EventRegistry,
  logger: Logger,
  signal: AbortSignal,
) => {
  const clock = recordClock(() => new Date());
  const memory = viewMemory(access, {
    events,
    reads,
    registry,
    rowsKey,
    onChangedRows: (view) => logger.error(changedRows(view)),
    onStep: (batch) => {
      const said = readable(batch.at(-1)!);
      if (!(said instanceof Damaged)) clock.saw(said.occurredAt);
      onRead(batch);
    },
    onFailure: (error) => logger.error({ err: error }, 'whose records are is not heard of'),
    onStop: ({ eventId, reason }) => logger.error({ event_id: eventId, reason }, 'whose records are is not known'),
  });
  await memory.open(signal);
  const of = tenantOf((id) => memory.get(id));
  return { clock, reach: memory.reach, tenantOf: (belonging: Belonging) => of(belonging) };
};
