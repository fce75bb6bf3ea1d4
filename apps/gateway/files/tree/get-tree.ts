import { FILE_LIMITS, foldersApi, type Folder } from '@dosar/contracts';
import { pace, rowIn, type WhereIn } from '@dosar/kernel/runtime';
import { folders } from '@dosar/domain/files/folders.projector';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

/** How many folders' contents are read at once. */
const TOGETHER = 250;

type Branch = { readonly json: string; readonly folder: Folder };

type Place = { readonly clientId: string; readonly folderId: string | null };

type Rest = ReturnType<typeof pace>;

/** The views, and the function that yields between reads. */
type Reading = { readonly rows: ViewRows; readonly rest: Rest };

/** A client's folders, level by level, as many whole levels as one answer may have. */
export const getTree = useCase(foldersApi.tree, async ({ query }, { call, rows, see }) => {
  const { client_id, parent_folder_id, depth = FILE_LIMITS.depth } = query;
  const place = await see(FilesReads).place(client_id, parent_folder_id, 'client_id');
  const part = { view: folders, audience: place.clientId };
  return rows.shared(call, part, `tree ${place.folderId} ${depth}`, async () => {
    const rest = pace();
    const { found, isCut } = await levels({ rows, rest }, place, depth);
    const tree = await written(found, place.folderId, rest);
    return `{"tree":${tree},"client_id":${JSON.stringify(place.clientId)}${isCut ? ',"children_omitted":true' : ''}}`;
  });
});

const levels = async (reading: Reading, { clientId, folderId }: Place, depth: number) => {
  const most = FILE_LIMITS.listed;
  // the first level may be cut; the size of deeper ones is known from the folders above
  const first = await inside(reading, clientId, [folderId], most + 1);
  const found = first.slice(0, most);
  let level: readonly Branch[] = first.length > most ? [] : found.slice();
  for (let read = 1; read < depth; read += 1) {
    const size = level.reduce((sum, { folder }) => sum + folder.direct_folders_count, 0);
    if (size === 0 || found.length + size > most) break;
    const parents = level.filter(({ folder }) => folder.direct_folders_count > 0).map(({ folder }) => folder.id);
    level = await inside(reading, clientId, parents, most - found.length);
    found.push(...level);
  }
  return { found, isCut: first.length > most };
};

/** The contents of these folders, up to that many. */
const inside = async (reading: Reading, client_id: string, parents: readonly (string | null)[], most: number) => {
  const found: Branch[] = [];
  for (let from = 0; from < parents.length && found.length < most; from += TOGETHER) {
    const some = parents.slice(from, from + TOGETHER);
    const where = { client_id, parent_id: some.length === 1 ? some[0]! : { in: some }, deleted: 0 };
    found.push(...(await read(reading, where, most - found.length)));
  }
  return found;
};

const read = async ({ rows, rest }: Reading, where: WhereIn<typeof folders>, limit: number): Promise<Branch[]> => {
  const found: Branch[] = [];
  for (const { json } of await rows.find(folders, { where, order: [['sort_name', 'asc']], limit })) {
    await rest();
    found.push({ json, folder: rowIn(json) });
  }
  return found;
};

const byParent = (all: readonly Branch[]): ReadonlyMap<string | null, readonly Branch[]> => {
  const inside = new Map<string | null, Branch[]>();
  for (const each of all) {
    const siblings = inside.get(each.folder.parent_folder_id);
    if (siblings) siblings.push(each);
    else inside.set(each.folder.parent_folder_id, [each]);
  }
  return inside;
};

/** The folders as JSON, nested to any depth: composed from the deepest up. */
const written = async (all: readonly Branch[], top: string | null, rest: Rest): Promise<string> => {
  const inside = byParent(all);
  const jsonOf = new Map<string, string>();
  const childrenOf = (id: string | null) =>
    `[${(inside.get(id) ?? []).map(({ folder }) => jsonOf.get(folder.id)!).join()}]`;
  // each level follows the one above it
  for (const { json, folder } of [...all].reverse()) {
    await rest();
    const isOmitted = folder.direct_folders_count > 0 && !inside.has(folder.id);
    const mark = isOmitted ? ',"children_omitted":true' : '';
    jsonOf.set(folder.id, `${json.slice(0, -1)},"children":${childrenOf(folder.id)}${mark}}`);
  }
  return childrenOf(top);
};
