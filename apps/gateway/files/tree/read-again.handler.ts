import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Writes } from '../../platform/writes/writes';
import { Drives } from './drives';

export class ReadAgain extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** What was given up is tried again, as if it had never been, which is an event: whoever fills the index finds that it may be. */
@CommandHandler(ReadAgain)
export class ReadAgainHandler implements ICommandHandler<ReadAgain> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly writes: Writes,
  ) {}

  async execute({ fileId, call }: ReadAgain): Promise<void> {
    const { file } = await this.drives.file(call, fileId);
    const { blobId } = await this.drives.content(file.id);
    if (!(await this.isGivenUp(blobId))) return;
    const write = await this.writes.begin(call, { fileId });
    await write.handle(drive, file.client_id, { type: 'RetryReading', data: { fileId } });
    await this.forget(blobId);
  }

  private async isGivenUp(blobId: string): Promise<boolean> {
    const { document, picture } = this.installation.tries;
    return (await document.isGivenUp(blobId)) || picture.isGivenUp(blobId);
  }

  private async forget(blobId: string): Promise<void> {
    const { document, picture } = this.installation.tries;
    for (const tries of [document, picture]) await tries.forget(blobId);
  }
}
