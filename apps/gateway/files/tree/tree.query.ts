import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FILE_LIMITS, type Folder, type foldersApi, type InputOf } from '@dosar/contracts';
import { pace, rowIn, type WhereIn } from '@dosar/kernel/runtime';
import { folders } from '@dosar/domain/files/folders.projector';
import type { Call } from '../../platform/access/call';
import type { Json } from '../../platform/http/json';
import { ViewRows } from '../../platform/reads/rows';
import { Drives } from './drives';

/** So many folders are asked for what is in them at once. */
const TOGETHER = 250;

type Branch = { readonly json: string; readonly folder: Folder };
type Place = { readonly clientId: string; readonly folderId: string | null };
type Rest = ReturnType<typeof pace>;

export class GetTree extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof foldersApi.tree>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

/** The folders of a client, level by level, as many whole levels as one answer may have. */
@QueryHandler(GetTree)
export class GetTreeHandler implements IQueryHandler<GetTree> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
  ) {}

  async execute({ query, call }: GetTree): Promise<Json> {
    const { client_id, parent_folder_id, depth = FILE_LIMITS.depth } = query;
    const place = await this.drives.place(call, client_id, parent_folder_id, 'client_id');
    const part = { view: folders, audience: place.clientId };
    return this.rows.shared(call, part, `tree ${place.folderId} ${depth}`, async () => {
      const rest = pace();
      const { found, isCut } = await this.levels(place, depth, rest);
      const tree = await written(found, place.folderId, rest);
      return `{"tree":${tree},"client_id":${JSON.stringify(place.clientId)}${isCut ? ',"children_omitted":true' : ''}}`;
    });
  }

  private async levels({ clientId, folderId }: Place, depth: number, rest: Rest) {
    const most = FILE_LIMITS.listed;
    // of the first level there is a part at least; how large others are is said by the folders above
    const first = await this.inside(clientId, [folderId], most + 1, rest);
    const found = first.slice(0, most);
    let level: readonly Branch[] = first.length > most ? [] : found.slice();
    for (let read = 1; read < depth; read += 1) {
      const size = level.reduce((sum, { folder }) => sum + folder.direct_folders_count, 0);
      if (size === 0 || found.length + size > most) break;
      const parents = level.filter(({ folder }) => folder.direct_folders_count > 0).map(({ folder }) => folder.id);
      level = await this.inside(clientId, parents, most - found.length, rest);
      found.push(...level);
    }
    return { found, isCut: first.length > most };
  }

  /** What is in these folders, up to so many. */
  private async inside(client_id: string, parents: readonly (string | null)[], most: number, rest: Rest) {
    const found: Branch[] = [];
    for (let from = 0; from < parents.length && found.length < most; from += TOGETHER) {
      const some = parents.slice(from, from + TOGETHER);
      const where = { client_id, parent_id: some.length === 1 ? some[0]! : { in: some }, deleted: 0 };
      found.push(...(await this.read(where, most - found.length, rest)));
    }
    return found;
  }

  private async read(where: WhereIn<typeof folders>, limit: number, rest: Rest): Promise<Branch[]> {
    const found: Branch[] = [];
    for (const { json } of await this.rows.find(folders, { where, order: [['sort_name', 'asc']], limit })) {
      await rest();
      found.push({ json, folder: rowIn(json) });
    }
    return found;
  }
}

const byParent = (all: readonly Branch[]): ReadonlyMap<string | null, readonly Branch[]> => {
  const inside = new Map<string | null, Branch[]>();
  for (const each of all) {
    const siblings = inside.get(each.folder.parent_folder_id);
    if (siblings) siblings.push(each);
    else inside.set(each.folder.parent_folder_id, [each]);
  }
  return inside;
};

/** The folders as JSON, each with those in it, however deep: written from the deepest up. */
const written = async (all: readonly Branch[], top: string | null, rest: Rest): Promise<string> => {
  const inside = byParent(all);
  const jsonOf = new Map<string, string>();
  const childrenOf = (id: string | null) =>
    `[${(inside.get(id) ?? []).map(({ folder }) => jsonOf.get(folder.id)!).join()}]`;
  // each level stands behind the one above it
  for (const { json, folder } of [...all].reverse()) {
    await rest();
    const isOmitted = folder.direct_folders_count > 0 && !inside.has(folder.id);
    const mark = isOmitted ? ',"children_omitted":true' : '';
    jsonOf.set(folder.id, `${json.slice(0, -1)},"children":${childrenOf(folder.id)}${mark}}`);
  }
  return childrenOf(top);
};
