import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { filesApi, ReplyOf } from '@dosar/contracts';
import { filesKey } from '@dosar/domain/files/drive.events';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Drives } from '../tree/drives';
import { Thumbnails } from './thumbnails';

export class GetThumbnail extends Query<ReplyOf<typeof filesApi.thumbnail>> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** A list with pictures is still a list: that somebody has seen it is no event, as it is none that they have read its names. */
@QueryHandler(GetThumbnail)
export class GetThumbnailHandler implements IQueryHandler<GetThumbnail> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly thumbnails: Thumbnails,
  ) {}

  async execute({ id, call }: GetThumbnail): Promise<ReplyOf<typeof filesApi.thumbnail>> {
    const { file } = await this.drives.file(call, id);
    const content = await this.drives.content(file.id);
    if (await this.isErased(filesKey(file.client_id, content.year))) return { thumbnail: null };
    const { mime_type: mimeType, client_id: clientId } = file;
    const drawn = await this.thumbnails.of({ ...content, mimeType, clientId });
    if (!drawn) return { thumbnail: null };
    if ('why' in drawn) return { thumbnail: null, why: drawn.why };
    if (!drawn.picture) return { thumbnail: null };
    const { data, width, height } = drawn.picture;
    return { thumbnail: { type: 'image/webp', width, height, data: Buffer.from(data).toString('base64') } };
  }

  private async isErased(name: string): Promise<boolean> {
    const { keyring } = this.installation;
    await keyring.fetch([name]);
    return keyring.key(name) === 'destroyed';
  }
}
