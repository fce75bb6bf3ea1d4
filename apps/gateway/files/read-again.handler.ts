import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { ViewRows } from '../platform/rows';
import { Drives } from './drives';

export class ReadAgain extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** What was given up is tried again, as if it had never been: whoever fills the index finds that it may be. */
@CommandHandler(ReadAgain)
export class ReadAgainHandler implements ICommandHandler<ReadAgain> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly rows: ViewRows,
  ) {}

  async execute({ fileId, call }: ReadAgain): Promise<void> {
    const { tries, logger } = this.installation;
    const { file } = await this.drives.file(call, fileId);
    const { blobId } = JSON.parse((await this.rows.must(contents, file.id)).json) as Content;
    const forgotten = [await tries.document.forget(blobId), await tries.picture.forget(blobId)];
    if (!forgotten.includes(true)) return;
    logger.warn({ file_id: file.id, user_id: call.caller.id }, 'an administrator has a document read again');
  }
}
