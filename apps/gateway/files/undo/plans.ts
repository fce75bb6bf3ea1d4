import {
  UNDO_SHOWN,
  type UndoConflict,
  type UndoPlan,
  type UndoStand,
  type UndoStep,
  type UndoWill,
} from '@dosar/contracts';
import { pace, type Recorded } from '@dosar/kernel/runtime';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import type { ItemRefused } from '@dosar/domain/files/drive-plans';
import type { DriveEvent } from '@dosar/domain/files/drive.events';
import { idOf } from '@dosar/domain/files/undo/deed-returns';
import {
  eachReturned,
  returning,
  standOf,
  type Return,
  type Stand,
  type Turned,
} from '@dosar/domain/files/undo/drive-returns';

const CONFLICTS = {
  'drive/unknown': 'gone',
  'drive/changed-since': 'changed_since',
  'drive/transition': 'changed_since',
  'drive/folder-gone': 'folder_gone',
  'drive/not-empty': 'not_empty',
  'drive/name-taken': 'name_taken',
  'drive/cycle': 'cycle',
  'drive/too-deep': 'too_deep',
  'drive/locked': 'locked',
  'drive/firm-only': 'firm_only',
  'drive/not-yours': 'not_yours',
  'drive/erased': 'erased',
  'drive/quota': 'quota',
} as const satisfies Record<ItemRefused, UndoConflict>;

const shownStand = ({ name, parentId, isDeleted, processState, accountingStatus }: Stand): UndoStand => ({
  ...(name !== undefined && { name }),
  ...(parentId !== undefined && { folder_id: parentId }),
  ...(isDeleted !== undefined && { deleted: isDeleted }),
  ...(processState !== undefined && { process_state: processState }),
  ...(accountingStatus !== undefined && { accounting_status: accountingStatus }),
});

/** The most important of several changes. */
const willOf = ({ isDeleted, parentId, name }: Stand): UndoWill => {
  if (isDeleted !== undefined) return isDeleted ? 'delete' : 'restore';
  return parentId !== undefined ? 'move' : name !== undefined ? 'rename' : 'state';
};

/** The undone events by the id of their thing; of several the newest. */
export type Causes = ReadonlyMap<string, Recorded<DriveEvent>>;
export const causesIn = (events: readonly Recorded<DriveEvent>[]): Causes =>
  new Map(events.map((event) => [idOf(event), event]));

const stepOf = ({ id, to }: Return, { node, refused }: Turned, causes: Causes): UndoStep => {
  const cause = causes.get(id);
  const now = node && standOf(node);
  const keys = (Object.keys(to) as (keyof Stand)[]).filter((key) => !now || now[key] !== to[key]);
  const only = (stand: Stand): Stand => Object.fromEntries(keys.map((key) => [key, stand[key]]));
  return {
    event_id: cause?.id ?? null,
    event_type: cause?.type ?? null,
    resource_type: node?.type ?? 'file',
    resource_id: id,
    name: node?.name ?? null,
    will: willOf(only(to)),
    from: now ? shownStand(only(now)) : {},
    to: shownStand(only(to)),
    conflict: refused ? CONFLICTS[refused] : null,
  };
};

export type Planned = Pick<UndoPlan, 'steps' | 'total' | 'conflicts'>;

/** What these returns would do now, without doing it. */
export const planned = async (
  drive: Drive,
  returns: readonly Return[],
  { isClients, causes }: { readonly isClients: boolean; readonly causes: Causes },
): Promise<Planned> => {
  const rest = pace();
  const conflicts: UndoStep[] = [];
  const others: UndoStep[] = [];
  let total = 0;
  let inConflict = 0;
  for (const [each, turned] of eachReturned(returning(drive, '', { isClients }), returns)) {
    await rest();
    if (!turned.refused && turned.events.length === 0) continue;
    total += 1;
    if (turned.refused) inConflict += 1;
    const shown = turned.refused ? conflicts : others;
    if (shown.length < UNDO_SHOWN) shown.push(stepOf(each, turned, causes));
  }
  return { steps: [...conflicts, ...others].slice(0, UNDO_SHOWN), total, conflicts: inConflict };
};
