import { DASHBOARD } from '@dosar/contracts';
import type { Recorded } from '@dosar/kernel';

/** The latest act on something, by ids; similar events of one action count as one act. */
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
  /** The new state, where the act set one. */
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

/** Adds an act: newest first, limited to as many as are shown. */
export const noted = (acts: readonly Act[], act: Act): readonly Act[] => {
  const same = acts.find((each) => isOneWith(each, act));
  const others = same ? acts.filter((each) => each !== same) : acts;
  return [same ? { ...act, count: same.count + 1 } : act, ...others].slice(0, DASHBOARD.recent);
};

/** The newest acts of several lists. */
export const newestOf = (all: readonly (readonly Act[])[]): readonly Act[] =>
  all
    .flat()
    .sort((a, b) => Number(BigInt(b.position) - BigInt(a.position)))
    .slice(0, DASHBOARD.recent);
