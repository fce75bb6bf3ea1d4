import { freeName } from '@dosar/contracts';
import type { DriveEvent } from './drive.events';
import type { StructureFolder } from './accounting-structure';
import { childrenOf, holderOf, pathOf, type Drive, type FolderNode } from './drive-nodes';

type Found = { readonly id: string; readonly node: FolderNode | null };

/**
 * What is missing of a structure below a folder, as much of it as one append may take. A folder is known by its key;
 * one that was deleted is restored; one of that name that somebody made by hand counts as the folder.
 */
export const planStructure = (
  drive: Drive,
  parentId: string | null,
  structure: readonly StructureFolder[],
  idFor: (name: string) => string,
  limit: number,
): DriveEvent[] => {
  const events: DriveEvent[] = [];

  const find = (parent: Found, { key, name }: StructureFolder): FolderNode | null => {
    if (parent.id !== '' && parent.node === null) return null;
    const folders = childrenOf(drive, parent.id === '' ? null : parent.id).filter((node) => node.type === 'folder');
    const byKey = folders.filter(({ categoryKey }) => categoryKey === key);
    const there = byKey.find(({ deletion }) => deletion === null) ?? byKey[0];
    if (there) return there;
    const holder = folders.find(({ id }) => id === holderOf(drive, parent.id === '' ? null : parent.id, name));
    return holder ?? null;
  };

  const walk = (parent: Found, path: string, wanted: readonly StructureFolder[], place: string) => {
    for (const folder of wanted) {
      if (events.length >= limit) return;
      const folderId = parent.id === '' ? null : parent.id;
      const node = find(parent, folder);
      const id = node?.id ?? idFor(`${place}/${folder.key}`);
      const isNew = parent.id !== '' && parent.node === null;
      const wantedName = node?.name ?? folder.name;
      const isThere = node !== null && node.deletion === null;
      const name =
        isThere || isNew ? wantedName : freeName(wantedName, (key) => holderOf(drive, folderId, key) !== null);
      if (!node)
        events.push({
          type: 'FolderCreated',
          data: { folderId: id, parentId: folderId, path, name, categoryKey: folder.key },
        });
      else if (node.deletion !== null)
        events.push({
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
