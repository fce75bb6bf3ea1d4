import { DASHBOARD } from '@dosar/contracts';
import type { Recorded } from '@dosar/kernel';

/** The latest act on something, by ids; similar events of one action, or of one person in a row, count as one act. */
export type Act = {
  readonly id: string;
  /** The oldest of the events that it counts. */
  readonly firstId: string;
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
  /** What it was before the action that is named; null: all of it is of that action. */
  readonly before: Pick<Act, 'id' | 'position' | 'at' | 'resource' | 'count'> | null;
};

export const actOf = (event: Recorded, clientId: string): Act => {
  const { id, position, type, occurredAt, actor } = event;
  const { to } = event.data as { readonly to?: unknown };
  return {
    id,
    firstId: id,
    position: String(position),
    type,
    at: occurredAt,
    clientId,
    count: 1,
    before: null,
    actor: actor.kind === 'user' ? { id: actor.id, role: actor.role } : null,
    resource: event.resource,
    correlationId: event.correlationId,
    to: type.endsWith('Changed') && typeof to === 'string' ? to : null,
  };
};

/** What somebody does again within this time is one act with what they did before. */
const IN_A_ROW_MS = 30 * 60_000;
/** Each says something of its own: the name. */
export const ALONE: ReadonlySet<string> = new Set(['FileRenamed', 'FolderRenamed']);

const isOfAction = (a: Act, b: Act): boolean => a.correlationId === b.correlationId && a.clientId === b.clientId;

const isOneWith = (a: Act, b: Act): boolean => {
  if (a.type !== b.type || a.to !== b.to || a.clientId !== b.clientId) return false;
  if (a.correlationId === b.correlationId) return true;
  const isInARow = Date.parse(b.at) - Date.parse(a.at) < IN_A_ROW_MS;
  return isInARow && !ALONE.has(a.type) && a.actor !== null && a.actor.id === b.actor?.id;
};

/** By which of two acts of one action both are named: what is in a deleted folder went with it, and what is booked is processed. */
const says = (a: Act, b: Act): boolean => {
  if (a.type === 'FolderDeleted') return b.type === 'FileDeleted';
  if (a.type === 'FolderRestored') return b.type === 'FileRestored';
  if (a.type === 'FileAccountingStatusChanged')
    return b.type === 'FileProcessStateChanged' && a.to === 'accounting_completed';
  return a.type === 'FileProcessStateChanged' && b.type === 'FileAccountingStatusChanged' && b.to === null;
};

/** Without what of it belongs to the action of another act: it names again what it did before. */
const withoutAction = ({ before, ...act }: Act): readonly Act[] =>
  before === null ? [] : [{ ...act, ...before, correlationId: '', before: null }];

/** Two acts as one, which names the later. */
const together = (former: Act, act: Act): Act => {
  const { id, position, at, resource, count } = former;
  const before = isOfAction(former, act) ? former.before : { id, position, at, resource, count };
  return { ...act, firstId: former.firstId, count: count + 1, before };
};

/** The newest acts of several lists. */
export const newestOf = (all: readonly (readonly Act[])[]): readonly Act[] =>
  all
    .flat()
    .sort((a, b) => Number(BigInt(b.position) - BigInt(a.position)))
    .slice(0, DASHBOARD.recent);

/** Adds an act: newest first, limited to as many as are shown. */
export const noted = (acts: readonly Act[], act: Act): readonly Act[] => {
  if (acts.some((each) => isOfAction(each, act) && says(each, act))) return acts;
  const others = acts.flatMap((each) => (isOfAction(each, act) && says(act, each) ? withoutAction(each) : [each]));
  const same = others.find((each) => isOneWith(each, act));
  const newest = same ? together(same, act) : act;
  // one that names again what it did before is as old as that
  return newestOf([[newest], others.filter((each) => each !== same)]);
};
