import { foldersApi, type Folder } from '@dosar/contracts';
import { rowIn, type Done } from '@dosar/kernel/runtime';
import { accountingStructure } from '@dosar/domain/files/accounting-structure';
import { drive } from '@dosar/domain/files/drive.decider';
import { folders } from '@dosar/domain/files/folders.projector';
import { structureIn } from '@dosar/domain/files/plans/structure-plan';
import { today } from '../../platform/hosting/time';
import { Json } from '../../platform/http/json';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads } from '../files.reads';

/** The folders of a year, and their parent. */
type Structure = { readonly parentId: string | null; readonly year: number };

export const createAccountingStructure = useCase(foldersApi.createAccountingStructure, async ({ body }, context) => {
  const { call, writes } = context;
  const clientId = context.see(FilesReads).clientId(body.client_id, 'client_id');
  const wanted = { parentId: body.parent_folder_id ?? null, year: body.year ?? Number(today().slice(0, 4)) };
  const write = await writes.begin(call, { clientId, ...wanted });
  const command = { type: 'CreateStructure', data: wanted } as const;
  return reply(context, clientId, wanted, await write.handleWhole('structure', drive, clientId, command));
});

const reply = async (
  context: UseCaseContext,
  clientId: string,
  { parentId, year }: Structure,
  done: readonly Done[],
): Promise<Json> => {
  const { call, installation, writes } = context;
  await writes.visible(call);
  const state = await installation.commandHandler.state(drive, clientId);
  const ids = structureIn(state, parentId, accountingStructure(year));
  const created = done.flatMap(({ types }) => types).filter((type) => type === 'FolderCreated').length;
  const found = await shown(context, ids, done);
  return new Json(JSON.stringify({ folders: found, created_count: created, existing_count: ids.length - created }));
};

/** The rows of these folders, waiting for those that others have just created. */
const shown = async (
  { call, installation, rows }: UseCaseContext,
  ids: readonly string[],
  done: readonly Done[],
): Promise<Folder[]> => {
  const { ports, views } = installation;
  for (let isLast = false; ; isLast = true) {
    const all = await rows.findWith(folders, { where: { id: { in: ids } } }, done);
    const byId = new Map(all.map((json) => rowIn(json)).map((folder) => [folder.id, folder]));
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    const head = await ports.events.head();
    if (found.length === ids.length || isLast || head === null) {
      if (found.length < ids.length) call.work.stale = true;
      return found;
    }
    await views.reach([folders.view], head);
  }
};
