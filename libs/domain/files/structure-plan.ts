import { freeName } from '@dosar/contracts';
import type { DriveEvent } from './drive.events';
import type { StructureFolder } from './accounting-structure';
import { roomFor } from './drive-limits';
import { childrenOf, holderOf, pathOf, type Drive, type FolderNode } from './drive-nodes';

/** The folder that stands for a part of a structure: by its key, deleted or not, or by its name. */
const folderFor = (drive: Drive, parentId: string | null, { key, name }: StructureFolder): FolderNode | null => {
  const folders = childrenOf(drive, parentId).filter((node) => node.type === 'folder');
  const byKey = folders.filter(({ categoryKey }) => categoryKey === key);
  const there = byKey.find(({ deletion }) => deletion === null) ?? byKey[0];
  return there ?? folders.find(({ id }) => id === holderOf(drive, parentId, name)) ?? null;
};

/** The folders of a structure that are there, each before those in it. */
export const structureIn = (drive: Drive, parentId: string | null, structure: readonly StructureFolder[]): string[] =>
  structure.flatMap((part) => {
    const found = folderFor(drive, parentId, part);
    return found?.deletion === null ? [found.id, ...structureIn(drive, found.id, part.inside)] : [];
  });

type Found = { readonly id: string; readonly node: FolderNode | null };

/**
 * What is missing of a structure below a folder, as much of it as one append may take. A folder is known by its key;
 * one that was deleted is restored; one of that name that somebody made by hand counts as the folder.
 */
export const planStructure = (
  drive: Drive,
  parentId: string | null,
  structure: readonly StructureFolder[],
  { idFor, limit }: { readonly idFor: (name: string) => string; readonly limit: number },
): DriveEvent[] => {
  const events: DriveEvent[] = [];
  const room = roomFor(events, limit);

  const walk = (parent: Found, path: string, wanted: readonly StructureFolder[], place: string) => {
    for (const folder of wanted) {
      if (room.isFull()) return;
      const folderId = parent.id === '' ? null : parent.id;
      const node = parent.id !== '' && parent.node === null ? null : folderFor(drive, folderId, folder);
      const id = node?.id ?? idFor(`${place}/${folder.key}`);
      const isNew = parent.id !== '' && parent.node === null;
      const wantedName = node?.name ?? folder.name;
      const isThere = node !== null && node.deletion === null;
      const name =
        isThere || isNew ? wantedName : freeName(wantedName, (key) => holderOf(drive, folderId, key) !== null);
      if (!node)
        room.put({
          type: 'FolderCreated',
          data: { folderId: id, parentId: folderId, path, name, categoryKey: folder.key },
        });
      else if (node.deletion !== null)
        room.put({
          type: 'FolderRestored',
          data: { folderId: id, parentId: folderId, path, from: node.name, to: name, deletion: node.deletion },
        });
      walk({ id, node }, path === '/' ? `/${name}` : `${path}/${name}`, folder.inside, `${place}/${folder.key}`);
    }
  };

  const root = { id: parentId ?? '', node: parentId === null ? null : (drive.nodes.get(parentId) as FolderNode) };
  walk(root, pathOf(drive, parentId), structure, '');
  return events;
};
