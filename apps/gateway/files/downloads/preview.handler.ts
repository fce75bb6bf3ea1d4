import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { filesApi, ReplyOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Drives } from '../tree/drives';
import { PreviewKinds } from './preview-kinds';
import { Tickets } from './tickets';

export class GetPreview extends Query<ReplyOf<typeof filesApi.preview>> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetPreview)
export class GetPreviewHandler implements IQueryHandler<GetPreview> {
  constructor(
    private readonly drives: Drives,
    private readonly tickets: Tickets,
    private readonly kinds: PreviewKinds,
  ) {}

  async execute({ id, call }: GetPreview) {
    const { file } = await this.drives.file(call, id);
    const content = await this.drives.content(file.id);
    const { use, isGivenUp, ...shown } = await this.kinds.of(file, content);
    const { id: userId, sessionId, role } = call.caller;
    const url = `/api/files/content/${this.tickets.issue({ fileId: file.id, version: content.version, userId, sessionId, use })}`;
    return { url, ...shown, ...(isGivenUp && role === 'admin' && { can_read_again: true as const }) };
  }
}
