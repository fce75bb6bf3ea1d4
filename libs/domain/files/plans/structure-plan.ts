import { freeName } from '@dosar/contracts';
import type { DriveEvent } from '../drive.events';
import type { StructureFolder } from '../accounting-structure';
import { roomFor } from '../drive-limits';
import { folderOf, holderOf, numbersIn, type Drive, type FolderNode } from '../drive-nodes';
import type { Terms } from '../drive-plans';

/** Finds the folder for a part of a structure: by its key, deleted or not, or by its name. */
const finderIn = (drive: Drive, parentId: string | null): ((part: StructureFolder) => FolderNode | null) => {
  const byKey = new Map<string, FolderNode>();
  // existing folders come before deleted ones
  for (const number of numbersIn(drive, parentId)) {
    const key = drive.nodes.categoryAt(number);
    if (key !== null && !byKey.has(key)) byKey.set(key, drive.nodes.at(number) as FolderNode);
  }
  return ({ key, name }) => byKey.get(key) ?? folderOf(drive, holderOf(drive, parentId, name));
};

/** The existing folders of a structure, parents first. */
export const structureIn = (drive: Drive, parentId: string | null, structure: readonly StructureFolder[]): string[] => {
  const find = finderIn(drive, parentId);
  return structure.flatMap((part) => {
    const found = find(part);
    return found?.deletion === null ? [found.id, ...structureIn(drive, found.id, part.inside)] : [];
  });
};

export const foldersOf = (structure: readonly StructureFolder[]): number =>
  structure.reduce((sum, { inside }) => sum + 1 + foldersOf(inside), 0);

type Found = { readonly id: string; readonly node: FolderNode | null };

/**
 * The missing folders of a structure, as many as one append may have. A folder is recognised by its key; a deleted one is
 * restored; a folder of the same name made by hand counts as the folder.
 */
export const planStructure = (
  drive: Drive,
  parentId: string | null,
  structure: readonly StructureFolder[],
  { idFor, limit, year }: Pick<Terms, 'limit' | 'year'> & { readonly idFor: (name: string) => string },
): DriveEvent[] => {
  const events: DriveEvent[] = [];
  const room = roomFor(events, limit);

  const walk = (parent: Found, wanted: readonly StructureFolder[], place: string) => {
    const folderId = parent.id === '' ? null : parent.id;
    const isNew = parent.id !== '' && parent.node === null;
    const find = isNew ? () => null : finderIn(drive, folderId);
    for (const folder of wanted) {
      if (room.isFull()) return;
      const node = find(folder);
      const id = node?.id ?? idFor(`${place}/${folder.key}`);
      const wantedName = node?.name ?? folder.name;
      const isThere = node !== null && node.deletion === null;
      const name =
        isThere || isNew ? wantedName : freeName(wantedName, (key) => holderOf(drive, folderId, key) !== null);
      if (!node)
        room.put({
          type: 'FolderCreated',
          data: { folderId: id, year, parentId: folderId, name, categoryKey: folder.key },
        });
      else if (node.deletion !== null)
        room.put({
          type: 'FolderRestored',
          data: {
            folderId: id,
            year: node.year,
            parentId: folderId,
            from: node.name,
            to: name,
            deletion: node.deletion,
          },
        });
      walk({ id, node }, folder.inside, `${place}/${folder.key}`);
    }
  };

  const root = { id: parentId ?? '', node: parentId === null ? null : (drive.nodes.get(parentId) as FolderNode) };
  walk(root, structure, '');
  return events;
};
