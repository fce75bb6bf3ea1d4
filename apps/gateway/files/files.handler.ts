import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isNameFor } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { named, type Json } from '../platform/json';
import { Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Drives } from './drives';

export class RenameFile extends Command<Json> {
  constructor(
    readonly fileId: string,
    readonly name: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RenameFile)
export class RenameFileHandler implements ICommandHandler<RenameFile> {
  constructor(
    private readonly commands: Commands,
    private readonly drives: Drives,
    private readonly rows: Rows,
  ) {}

  async execute({ fileId, name, call }: RenameFile): Promise<Json> {
    const { file } = await this.drives.file(call, fileId);
    if (!isNameFor(name, file.mime_type)) throw new Problem('INVALID_FILE_TYPE');
    const asked = await this.commands.asked(call, { fileId, name });
    const tenant = this.commands.tenantOfClient(file.client_id);
    const done = await this.commands.submit(
      drive,
      file.client_id,
      { type: 'RenameFile', data: { fileId, name } },
      call,
      tenant,
      asked,
    );
    await this.commands.visible(call);
    return named('file', await this.rows.written(files, fileId, done));
  }
}
