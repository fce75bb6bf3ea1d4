import { NOTIFICATION_LIMITS } from '@dosar/contracts';
import type { Window } from './recipients';

/** Whether so much time lies between that another window begins: also when the clock was set back meanwhile. */
export const isOver = (startedAt: number, at: number): boolean =>
  Math.abs(at - startedAt) >= NOTIFICATION_LIMITS.debounce;

/** The window an event falls into: the former one until its time is over, else a new one. */
export const windowAfter = (
  before: Window | null,
  { id, occurredAt }: { readonly id: string; readonly occurredAt: string },
): Window => {
  const at = Date.parse(occurredAt);
  return before === null || isOver(before.startedAt, at)
    ? { id, startedAt: at, number: 1 }
    : { id: before.id, startedAt: before.startedAt, number: before.number + 1 };
};
