import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nameKey, type Folder, type foldersApi, type InputOf } from '@dosar/contracts';
import { accountingStructure, type StructureFolder } from '@dosar/domain/files/accounting-structure';
import { drive } from '@dosar/domain/files/drive.decider';
import { folders } from '@dosar/domain/files/folders.projector';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { Json, named } from '../platform/json';
import { Rows } from '../platform/rows';
import { today } from '../platform/time';
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
    private readonly commands: Commands,
    private readonly drives: Drives,
    private readonly rows: Rows,
  ) {}

  async execute({ body, call }: CreateFolder): Promise<Json> {
    const clientId = this.drives.clientId(call, body.client_id, 'client_id');
    const asked = await this.commands.asked(call, { ...body, client_id: clientId });
    const folderId = asked.idFor('folder');
    const data = { folderId, parentId: body.parent_folder_id ?? null, name: body.name };
    const tenant = this.commands.tenantOfClient(clientId);
    const done = await this.commands.submit(drive, clientId, { type: 'CreateFolder', data }, call, tenant, asked);
    await this.commands.visible(call);
    return named('folder', await this.rows.written(folders, folderId, done));
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
    private readonly commands: Commands,
    private readonly drives: Drives,
    private readonly rows: Rows,
  ) {}

  async execute({ folderId, name, call }: RenameFolder): Promise<Json> {
    const { folder } = await this.drives.folder(call, folderId);
    const asked = await this.commands.asked(call, { folderId, name });
    const tenant = this.commands.tenantOfClient(folder.client_id);
    const command = { type: 'RenameFolder', data: { folderId, name } } as const;
    const done = await this.commands.submit(drive, folder.client_id, command, call, tenant, asked);
    await this.commands.visible(call);
    return named('folder', await this.rows.written(folders, folderId, done));
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

@CommandHandler(CreateAccountingStructure)
export class CreateAccountingStructureHandler implements ICommandHandler<CreateAccountingStructure> {
  constructor(
    private readonly commands: Commands,
    private readonly drives: Drives,
    private readonly rows: Rows,
  ) {}

  async execute({ body, call }: CreateAccountingStructure): Promise<Json> {
    const clientId = this.drives.clientId(call, body.client_id, 'client_id');
    const parentId = body.parent_folder_id ?? null;
    const year = body.year ?? Number(today().slice(0, 4));
    const asked = await this.commands.asked(call, { clientId, parentId, year });
    const tenant = this.commands.tenantOfClient(clientId);
    const command = { type: 'CreateStructure', data: { parentId, year } } as const;
    let created = 0;
    // one append takes only so many: the same is asked for until nothing is missing
    for (let part = 0; ; part += 1) {
      const { types } = await this.commands.submit(
        drive,
        clientId,
        command,
        call,
        tenant,
        asked.part(`structure ${part}`),
      );
      if (types.length === 0) break;
      created += types.filter((type) => type === 'FolderCreated').length;
    }
    await this.commands.visible(call);
    const all = await this.rows.find(folders, { where: { client_id: clientId, deleted: 0 } });
    const found = structureIn(
      all.map(({ json }) => JSON.parse(json) as Folder),
      parentId,
      accountingStructure(year),
    );
    return new Json(JSON.stringify({ folders: found, created_count: created, existing_count: found.length - created }));
  }
}

/** The folders of a structure as they are, each before those in it. */
const structureIn = (all: readonly Folder[], parentId: string | null, wanted: readonly StructureFolder[]): Folder[] =>
  wanted.flatMap(({ key, name, inside }) => {
    const siblings = all.filter(({ parent_folder_id }) => parent_folder_id === parentId);
    const found =
      siblings.find(({ category_key }) => category_key === key) ??
      siblings.find((sibling) => sibling.name !== null && nameKey(sibling.name) === nameKey(name));
    return found ? [found, ...structureIn(all, found.id, inside)] : [];
  });
