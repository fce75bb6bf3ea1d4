import type { Health } from '@dosar/contracts';
import { Damaged, newestHead, readable } from '@dosar/kernel/runtime';
import type { Installation } from '../platform/hosting/installation';

type Component = NonNullable<Health['components']>[string];

/** Without a head for longer than these, its sealer does not work: new records, and the hourly head without any. */
const LATE = { recordsMs: 30_000, headMs: 65 * 60 * 1000 } as const;

/** Whether the newest records are under a signed head. That they are not yet stops nobody. */
export const sealsOf = async ({ ports }: Installation, now: number = Date.now()): Promise<Component> => {
  try {
    const [newest, end] = await Promise.all([newestHead(ports), ports.events.head()]);
    const [record] = end === null ? [] : await ports.events.at([end]);
    const read = record ? readable(record) : null;
    const age = read === null || read instanceof Damaged ? 0 : now - Date.parse(read.occurredAt);
    const isOpen = end !== null && (newest === null || newest.position < end);
    const isLate = isOpen && (age > LATE.recordsMs || (newest && now - Date.parse(newest.at) > LATE.headMs));
    const said = newest ? `the newest head is of ${newest.at}, over ${newest.size} records` : 'no head was signed yet';
    return isLate
      ? { status: 'degraded', detail: `${said}: the records since then are under none; the log file says why` }
      : { status: 'ok', detail: said };
  } catch (error) {
    return { status: 'degraded', detail: `heads of the log cannot be read: ${(error as Error).message}` };
  }
};
