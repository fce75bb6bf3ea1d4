import { bytesOf, FILE_LIMITS, NO_FIELDS, type DocumentFields } from '@dosar/contracts';
import { canonical, type ItemRefusal } from '@dosar/kernel';
import { saying } from '../fields/drive-fields';
import type { DriveEvent } from '../drive.events';
import { isTooDeep, reachOf, roomFor } from '../drive-limits';
import { isInFirms, isLocked, numbersIn, type Drive, type FileNode, type Node, type Said } from '../drive-nodes';
import { eventOf, withPlans, type ItemRefused, type Plan, type Terms } from '../drive-plans';
import { closedToClients } from '../drive-subtree';
import { areOneLadder } from '../plans/states-plan';

/** The state of a thing, as far as it matters. An erased name is null. */
export type Stand = {
  readonly name?: string | null;
  readonly parentId?: string | null;
  readonly isDeleted?: boolean;
  readonly processState?: FileNode['processState'];
  readonly accountingStatus?: FileNode['accountingStatus'];
  /** Null once erased. */
  readonly fields?: DocumentFields | null;
  readonly tags?: readonly string[] | null;
};

/** A thing to be returned to a former state. `was`: the state it must have now; otherwise somebody has changed it since. */
export type Return = { readonly id: string; readonly was: Stand; readonly to: Stand };

export type Returning = { readonly returns: readonly Return[]; readonly deletion: string; readonly isWhole: boolean };

/** The result of one return: events, none when it is already in that state, or why it is refused. */
export type Turned = {
  readonly node: Node | null;
  readonly events: readonly DriveEvent[];
  readonly refused?: ItemRefused;
};

export const standOf = (node: Node): Required<Stand> => ({
  name: node.name,
  parentId: node.parentId,
  isDeleted: node.deletion !== null,
  processState: node.type === 'file' ? node.processState : 'new',
  accountingStatus: node.type === 'file' ? node.accountingStatus : null,
  fields: (node.type === 'file' && node.said.fields) || NO_FIELDS,
  tags: node.type === 'file' ? node.said.tags : [],
});

/** Whether one of two states would go back without the other: a document that was booked since stays processed. */
const isTornApart = (now: Required<Stand>, to: Stand): boolean =>
  (to.processState === undefined) !== (to.accountingStatus === undefined) &&
  areOneLadder(now) &&
  !areOneLadder({ ...now, ...to });

const saidIn = ({ fields, tags }: Required<Stand>): Said => ({ fields, tags: tags ?? [] });

const agree = (now: Required<Stand>, stand: Stand): boolean =>
  (Object.keys(stand) as (keyof Stand)[]).every(
    (key) => stand[key] === undefined || canonical(stand[key]) === canonical(now[key]),
  );

/** Refusals that may disappear once other things have been returned. */
const MAY_PASS: readonly (ItemRefused | undefined)[] = [
  'drive/name-taken',
  'drive/folder-gone',
  'drive/not-empty',
  'drive/cycle',
];

/** A drive as planned changes would leave it. */
const withChanges = (drive: Drive) => {
  const changed = new Map<string, Node>();
  const movedIn = new Map<string, Set<string>>();
  const names = withPlans(drive);
  const nodeOf = (id: string): Node | undefined => changed.get(id) ?? drive.nodes.get(id);
  return {
    nodeOf,
    holder: names.holder,
    put(before: Node, after: Node): void {
      if (before.deletion === null) names.free(before.parentId, before.name);
      if (after.deletion === null) names.take(after.parentId, after.name, after.id);
      changed.set(after.id, after);
      if (after.parentId === null || after.parentId === before.parentId) return;
      const inside = movedIn.get(after.parentId) ?? new Set();
      movedIn.set(after.parentId, inside.add(after.id));
    },
    isEmpty(folderId: string): boolean {
      const isIn = (id: string) => {
        const node = nodeOf(id)!;
        return node.deletion === null && node.parentId === folderId;
      };
      for (const number of numbersIn(drive, folderId)) if (isIn(drive.nodes.idAt(number))) return false;
      return ![...(movedIn.get(folderId) ?? [])].some(isIn);
    },
    isBelow(inner: string | null, outer: string): boolean {
      // each once, also where a log changed by hand has folders in each other
      const passed = new Set<string>();
      for (let id = inner; id !== null && !passed.has(id); id = nodeOf(id)?.parentId ?? null) passed.add(id);
      return passed.has(outer);
    },
  };
};

/** Why a thing may not be deleted, or put somewhere. */
const barriersIn = (drive: Drive, changes: ReturnType<typeof withChanges>, isClients: boolean) => ({
  staying(node: Node): ItemRefused | null {
    const closed = isClients ? closedToClients(drive, node) : null;
    return closed ?? (node.type === 'folder' && !changes.isEmpty(node.id) ? 'drive/not-empty' : null);
  },

  barred(node: Node, to: Required<Stand>): ItemRefused | null {
    if (to.name === null || to.fields === null || to.tags === null) return 'drive/erased';
    const parent = to.parentId === null ? null : changes.nodeOf(to.parentId);
    if (parent === undefined || (parent && (parent.type !== 'folder' || parent.deletion !== null)))
      return 'drive/folder-gone';
    if (isClients) {
      if (isInFirms(drive, to.parentId)) return 'drive/firm-only';
      const closed = node.deletion === null ? closedToClients(drive, node) : isLocked(node) ? 'drive/locked' : null;
      if (closed) return closed;
      if (node.type === 'file' && [...eventOf.states(node, to), ...saying(node, saidIn(to))].length > 0)
        return 'drive/not-yours';
    }
    const holder = changes.holder(to.parentId, to.name);
    if (holder !== null && holder !== node.id) return 'drive/name-taken';
    if (node.type === 'file') return null;
    if (to.parentId !== node.parentId && changes.isBelow(to.parentId, node.id)) return 'drive/cycle';
    const isFurther = to.parentId !== node.parentId || bytesOf(to.name) > bytesOf(node.name);
    return isFurther && isTooDeep(drive, to.parentId, reachOf(drive, node.id, to.name)) ? 'drive/too-deep' : null;
  },
});

/** Plans returns one after the other, each on the result of those before it; nothing is changed before it is appended. */
export const returning = (drive: Drive, deletion: string, { isClients }: Pick<Terms, 'isClients'>) => {
  const changes = withChanges(drive);
  const barriers = barriersIn(drive, changes, isClients);

  const back = (node: Node, to: Required<Stand>): Turned => {
    const refused = barriers.barred(node, to);
    if (refused) return { node, events: [], refused };
    const name = to.name!;
    const here = { ...node, name, deletion: null };
    const there = { ...here, parentId: to.parentId };
    const events: DriveEvent[] = [];
    if (node.deletion !== null) events.push(eventOf.restored(node, name));
    else if (node.name !== name) events.push(eventOf.renamed(node, name));
    if (node.parentId !== to.parentId)
      events.push(eventOf.moved(here, { folderId: node.parentId }, { folderId: to.parentId }));
    if (there.type === 'file') events.push(...eventOf.states(there, to), ...saying(there, saidIn(to)));
    const { processState, accountingStatus } = to;
    changes.put(node, there.type === 'file' ? { ...there, processState, accountingStatus, said: saidIn(to) } : there);
    return { node, events };
  };

  return ({ id, was, to }: Return): Turned => {
    const node = changes.nodeOf(id) ?? null;
    if (!node) return { node, events: [], refused: 'drive/unknown' };
    const now = standOf(node);
    if (agree(now, to)) return { node, events: [] };
    if (was.isDeleted === false && now.isDeleted) return { node, events: [], refused: 'drive/unknown' };
    if (!agree(now, was)) return { node, events: [], refused: 'drive/changed-since' };
    if (isTornApart(now, to)) return { node, events: [], refused: 'drive/changed-since' };
    if (!to.isDeleted) return back(node, { ...now, ...to });
    const refused = barriers.staying(node);
    if (refused) return { node, events: [], refused };
    changes.put(node, { ...node, deletion });
    return { node, events: [eventOf.deleted(node, deletion)] };
  };
};

/** Tries each return; those blocked by others again once these are done, until none succeeds any more. */
export function* eachReturned(turn: (each: Return) => Turned, returns: readonly Return[]): Generator<[Return, Turned]> {
  for (let left = returns; left.length > 0;) {
    const waiting: (readonly [Return, Turned])[] = [];
    for (const each of left) {
      const turned = turn(each);
      if (MAY_PASS.includes(turned.refused)) waiting.push([each, turned]);
      else yield [each, turned];
    }
    if (waiting.length === left.length) {
      for (const [each, turned] of waiting) yield [each, turned];
      return;
    }
    left = waiting.map(([each]) => each);
  }
}

/** Whole: nothing at all when something is refused. What does not fit into one append is planned again when this is stored. */
export const planReturns = (drive: Drive, { returns, deletion, isWhole }: Returning, terms: Terms): Plan => {
  const events: DriveEvent[] = [];
  const refusals: ItemRefusal<ItemRefused>[] = [];
  const room = roomFor(events, isWhole ? FILE_LIMITS.batch : terms.limit);
  for (const [{ id }, turned] of eachReturned(returning(drive, deletion, terms), returns)) {
    if (turned.refused) refusals.push({ id, refused: turned.refused });
    else if (turned.events.length > 0 && !room.putAll(turned.events) && !isWhole) break;
  }
  return isWhole && refusals.length > 0 ? { events: [], refusals } : { events, refusals };
};
