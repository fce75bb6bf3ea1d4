import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Folder, foldersApi, InputOf } from '@dosar/contracts';
import { type Done, rowIn } from '@dosar/kernel/runtime';
import { accountingStructure } from '@dosar/domain/files/accounting-structure';
import { drive } from '@dosar/domain/files/drive.decider';
import { folders } from '@dosar/domain/files/folders.projector';
import { structureIn } from '@dosar/domain/files/structure-plan';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Json } from '../../platform/http/json';
import { ViewRows } from '../../platform/reads/rows';
import { today } from '../../platform/hosting/time';
import { Writes, type Write } from '../../platform/writes/writes';
import { Drives } from './drives';

export class CreateFolder extends Command<Json> {
  constructor(
    readonly body: InputOf<typeof foldersApi.create>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(CreateFolder)
export class CreateFolderHandler implements ICommandHandler<CreateFolder> {
  constructor(
    private readonly writes: Writes,
    private readonly drives: Drives,
  ) {}

  async execute({ body, call }: CreateFolder): Promise<Json> {
    const clientId = this.drives.clientId(call, body.client_id, 'client_id');
    const write = await this.writes.begin(call, { ...body, client_id: clientId });
    const folderId = write.idFor('folder');
    const data = { folderId, parentId: body.parent_folder_id ?? null, name: body.name };
    await write.handle(drive, clientId, { type: 'CreateFolder', data });
    return write.reply('folder', folders, folderId);
  }
}

export class RenameFolder extends Command<Json> {
  constructor(
    readonly folderId: string,
    readonly name: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RenameFolder)
export class RenameFolderHandler implements ICommandHandler<RenameFolder> {
  constructor(
    private readonly writes: Writes,
    private readonly drives: Drives,
  ) {}

  async execute({ folderId, name, call }: RenameFolder): Promise<Json> {
    const { folder } = await this.drives.folder(call, folderId);
    const write = await this.writes.begin(call, { folderId, name });
    await write.handle(drive, folder.client_id, { type: 'RenameFolder', data: { folderId, name } });
    return write.reply('folder', folders, folderId);
  }
}

export class CreateAccountingStructure extends Command<Json> {
  constructor(
    readonly body: InputOf<typeof foldersApi.createAccountingStructure>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

/** The folders of a year, and in which they are. */
type Structure = { readonly parentId: string | null; readonly year: number };

@CommandHandler(CreateAccountingStructure)
export class CreateAccountingStructureHandler implements ICommandHandler<CreateAccountingStructure> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: Drives,
    private readonly rows: ViewRows,
  ) {}

  async execute({ body, call }: CreateAccountingStructure): Promise<Json> {
    const clientId = this.drives.clientId(call, body.client_id, 'client_id');
    const wanted = { parentId: body.parent_folder_id ?? null, year: body.year ?? Number(today().slice(0, 4)) };
    const write = await this.writes.begin(call, { clientId, ...wanted });
    const done = await this.create(write, clientId, wanted);
    await this.writes.visible(call);
    return this.reply(call, clientId, wanted, done);
  }

  /** One append takes only so many folders: the same is asked for until nothing is missing. */
  private async create(write: Write, clientId: string, data: Structure): Promise<readonly Done[]> {
    const done: Done[] = [];
    for (let part = 0; ; part += 1) {
      const next = await write.sub(`structure ${part}`).handleMany(drive, clientId, { type: 'CreateStructure', data });
      if (next.types.length === 0) return done;
      done.push(next);
    }
  }

  private async reply(
    call: Call,
    clientId: string,
    { parentId, year }: Structure,
    done: readonly Done[],
  ): Promise<Json> {
    const state = await this.installation.commandHandler.state(drive, clientId);
    const ids = structureIn(state, parentId, accountingStructure(year));
    const created = done.flatMap(({ types }) => types).filter((type) => type === 'FolderCreated').length;
    const found = await this.shown(ids, done, call);
    return new Json(JSON.stringify({ folders: found, created_count: created, existing_count: ids.length - created }));
  }

  /** The rows of these folders; those that others have just made are waited for. */
  private async shown(ids: readonly string[], done: readonly Done[], call: Call): Promise<Folder[]> {
    const { ports, views } = this.installation;
    for (let isLast = false; ; isLast = true) {
      const all = await this.rows.findWith(folders, { where: { id: { in: ids } } }, done);
      const rows = new Map(all.map((json) => rowIn(json)).map((folder) => [folder.id, folder]));
      const found = ids.flatMap((id) => rows.get(id) ?? []);
      const head = await ports.events.head();
      if (found.length === ids.length || isLast || head === null) {
        if (found.length < ids.length) call.work.stale = true;
        return found;
      }
      await views.reach([folders.view], head);
    }
  }
}
