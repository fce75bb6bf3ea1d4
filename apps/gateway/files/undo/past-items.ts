import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type File, type Folder } from '@dosar/contracts';
import { pace, rowIn, Unavailable, type Position } from '@dosar/kernel/runtime';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import type { Return } from '@dosar/domain/files/undo/drive-returns';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import { valuesById } from '../../platform/reads/rows-by-id';

/** Of so many folders it is looked at once what was in them. */
const TOGETHER = 250;

/** What an erased thing was called nobody knows: its name is let be. */
const nameOf = (name: string | null) => (name === null ? {} : { name });

const folderReturn = ({ id, name, parent_folder_id: parentId }: Folder): Return => ({
  id,
  was: {},
  to: { ...nameOf(name), parentId, isDeleted: false },
});

const fileReturn = ({ id, name, folder_id: parentId, process_state, accounting_status }: File): Return => ({
  id,
  was: {},
  to: {
    ...nameOf(name),
    parentId,
    isDeleted: false,
    processState: process_state,
    accountingStatus: accounting_status,
  },
});

/** How files and folders of a client stood at a position of the log, with all that was in them then. */
@Injectable()
export class PastItems {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** @throws Problem when one of them was not there then, or when it is more than an operation may change */
  async of(clientId: string, at: Position, items: readonly Omit<BulkItem, 'deletion'>[]): Promise<readonly Return[]> {
    if (!(await this.installation.views.reach([files.view, folders.view], at)))
      throw new Unavailable('the views have not come as far as the log');
    const found = { folders: new Map<string, Folder>(), files: new Map<string, File>() };
    const isThere = (item: File | Folder) => item.client_id === clientId && item.deleted_at === null;
    const then = { find: ((view, find) => this.rows.find(view, find, at)) as ViewRows['find'] };
    const idsOf = (kind: BulkItem['type']) => items.flatMap(({ id, type }) => (type === kind ? id : []));
    for (const [id, file] of await valuesById(then, files, idsOf('file'))) if (isThere(file)) found.files.set(id, file);
    for (const [id, folder] of await valuesById(then, folders, idsOf('folder')))
      if (isThere(folder)) found.folders.set(id, folder);
    if (items.some(({ id, type }) => !(type === 'file' ? found.files : found.folders).has(id)))
      throw new Problem('BULK_INVALID_SELECTION');
    const above = await this.above(clientId, at, found);
    await this.below(clientId, at, found);
    return [...above, ...found.folders.values()].map(folderReturn).concat([...found.files.values()].map(fileReturn));
  }

  /** The folders in which they were, as far as those are gone now, the outer ones first. */
  private async above(clientId: string, at: Position, found: Found): Promise<Folder[]> {
    const state = await this.installation.commandHandler.state(drive, clientId);
    const gone = new Map<string, Folder>();
    const parents = [...found.folders.values()]
      .map(({ parent_folder_id }) => parent_folder_id)
      .concat([...found.files.values()].map(({ folder_id }) => folder_id));
    for (const parent of new Set(parents)) {
      // each once, also where a log changed by hand has folders in each other
      const chain = new Map<string, Folder>();
      const isKnown = (id: string) => chain.has(id) || gone.has(id) || found.folders.has(id);
      for (let id = parent; id !== null && isGone(state, id) && !isKnown(id);) {
        const row = await this.rows.get(folders, id, at);
        if (!row) break;
        const folder = rowIn(row.json);
        chain.set(id, folder);
        id = folder.parent_folder_id;
      }
      for (const folder of [...chain.values()].reverse()) gone.set(folder.id, folder);
    }
    return [...gone.values()];
  }

  private async below(client_id: string, at: Position, found: Found): Promise<void> {
    const rest = pace();
    const open = [...found.folders.keys()];
    for (let some = open.splice(0, TOGETHER); some.length > 0; some = open.splice(0, TOGETHER)) {
      const limit = FILE_LIMITS.operation + 1;
      const inside = { client_id, deleted: 0 };
      for (const { json } of await this.rows.find(
        folders,
        { where: { ...inside, parent_id: { in: some } }, limit },
        at,
      )) {
        await rest();
        const folder = rowIn(json);
        if (!found.folders.has(folder.id)) open.push(folder.id);
        found.folders.set(folder.id, folder);
      }
      for (const { json } of await this.rows.find(
        files,
        { where: { ...inside, folder_id: { in: some } }, limit },
        at,
      )) {
        await rest();
        const file = rowIn(json);
        found.files.set(file.id, file);
      }
      mustBeWithinLimit(found);
    }
  }
}

type Found = { readonly folders: Map<string, Folder>; readonly files: Map<string, File> };

const isGone = ({ nodes }: Drive, id: string): boolean => nodes.get(id)?.deletion !== null;

/** @throws Problem BULK_TOO_MANY */
const mustBeWithinLimit = ({ folders: inner, files: those }: Found): void => {
  const max = FILE_LIMITS.operation;
  if (inner.size + those.size > max)
    throw new Problem('BULK_TOO_MANY', new Map([['folder_ids', { rule: 'operation_items', values: { max } }]]));
};
