import { NOTIFICATION_LIMITS } from '@dosar/contracts';
import type { Window } from './recipients';

/** The window an event falls into: the former one until its time is over, else a new one. */
export const windowAfter = (
  before: Window | null,
  { id, occurredAt }: { readonly id: string; readonly occurredAt: string },
): Window => {
  const at = Date.parse(occurredAt);
  const isOver = before === null || at - before.startedAt >= NOTIFICATION_LIMITS.debounce;
  return isOver
    ? { id, startedAt: at, number: 1 }
    : { id: before.id, startedAt: before.startedAt, number: before.number + 1 };
};
