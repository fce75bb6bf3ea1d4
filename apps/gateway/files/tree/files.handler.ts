import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isNameFor } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../../platform/access/call';
import type { Json } from '../../platform/http/json';
import { Problem } from '../../platform/http/problem';
import { Writes } from '../../platform/writes/writes';
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
    private readonly writes: Writes,
    private readonly drives: Drives,
  ) {}

  async execute({ fileId, name, call }: RenameFile): Promise<Json> {
    const { file } = await this.drives.file(call, fileId);
    if (!isNameFor(name, file.mime_type)) throw new Problem('INVALID_FILE_TYPE');
    const write = await this.writes.begin(call, { fileId, name });
    await write.handle(drive, file.client_id, { type: 'RenameFile', data: { fileId, name } });
    return write.reply('file', files, fileId);
  }
}
