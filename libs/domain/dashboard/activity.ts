import { DASHBOARD } from '@dosar/contracts';
import type { Recorded } from '@dosar/kernel';

/** What was done last to something, by its ids; all that one action did alike as one. */
export type Act = {
  readonly id: string;
  readonly position: string;
  readonly type: string;
  readonly at: string;
  /** null is the system. */
  readonly actor: { readonly id: string; readonly role: string | null } | null;
  readonly clientId: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly correlationId: string;
  /** The state that it was given. */
  readonly to: string | null;
  readonly count: number;
};

export const actOf = (event: Recorded, clientId: string): Act => {
  const { id, position, type, occurredAt, actor } = event;
  const { to } = event.data as { readonly to?: unknown };
  return {
    id,
    position: String(position),
    type,
    at: occurredAt,
    clientId,
    count: 1,
    actor: actor.kind === 'user' ? { id: actor.id, role: actor.role } : null,
    resource: event.resource,
    correlationId: event.correlationId,
    to: type.endsWith('Changed') && typeof to === 'string' ? to : null,
  };
};

const isOneWith = (a: Act, b: Act): boolean =>
  a.correlationId === b.correlationId && a.type === b.type && a.clientId === b.clientId && a.to === b.to;

/** With one more: the newest first, and only as many as are shown. */
export const noted = (acts: readonly Act[], act: Act): readonly Act[] => {
  const same = acts.find((each) => isOneWith(each, act));
  const others = same ? acts.filter((each) => each !== same) : acts;
  return [same ? { ...act, count: same.count + 1 } : act, ...others].slice(0, DASHBOARD.recent);
};

/** The newest of several. */
export const newestOf = (all: readonly (readonly Act[])[]): readonly Act[] =>
  all
    .flat()
    .sort((a, b) => Number(BigInt(b.position) - BigInt(a.position)))
    .slice(0, DASHBOARD.recent);
