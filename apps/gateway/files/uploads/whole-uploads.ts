import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { File } from '@dosar/contracts';
import { DamagedBytes } from '@dosar/kernel/runtime';
import type { SealedBytes } from '@dosar/kernel/runtime';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import { PartialUploads, type Held, type PartialUpload } from './partial-uploads';
import { joined } from './pieces';
import { mayBeStored, Uploads, type Received } from './uploads';

/** Makes a complete upload a file. */
@Injectable()
export class WholeUploads {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly uploads: Uploads,
    private readonly partials: PartialUploads,
  ) {}

  /** Begins an upload, or returns one begun before; an empty one is complete at once. @throws Problem */
  async begin(call: Call, wanted: Omit<PartialUpload, 'expiresAt' | 'mark'>): Promise<PartialUpload> {
    const expiresAt = this.partials.expiry();
    const held = await this.partials.begin(call, { ...wanted, mark: randomUUID(), expiresAt });
    return held.partial.length === 0 && held.partial.fileId === null ? this.finish(call, held, []) : held.partial;
  }

  /**
   * @param last the part just received: it is acknowledged together with the file.
   * @throws Problem, and nothing was stored; or an outage, after which the last bytes may be sent again
   */
  async finish(call: Call, held: Held, last: readonly SealedBytes[]): Promise<PartialUpload> {
    const { partial } = held;
    const { mark, length, name, clientId, folderId, isFromChat } = partial;
    const parts = [...partial.parts, ...last];
    let received: Received | null = null;
    const kept = () => void (received = null);
    try {
      received = await this.uploads.receive(
        name,
        joined(parts, (part) => this.installation.documents.openBytes(part)),
        length,
      );
      const to = {
        client_id: clientId,
        folder_id: folderId ?? undefined,
        from_chat: isFromChat,
        key: `upload ${mark}`,
      };
      const file = JSON.parse(await this.uploads.keep(call, received, to, kept)) as File;
      const done = { offset: length, parts: [], fileId: file.id, duplicateOf: file.duplicate_of?.id ?? null };
      const expiresAt = this.partials.expiry();
      const ended = await this.partials.replace(held, { ...done, expiresAt }).catch((error: unknown) => {
        this.installation.logger.warn({ err: error }, 'what an upload has become could not be noted');
        return null;
      });
      // without this the client may send the last bytes again, and gets the same file
      if (!ended) return { ...partial, ...done };
      await this.partials.discard(parts);
      return ended.partial;
    } catch (thrown) {
      // parts are in no backup: after a restore the upload starts again
      const error = thrown instanceof DamagedBytes ? notFound() : thrown;
      if (mayBeStored(error)) throw error;
      if (received) await this.uploads.discard(received);
      if (error instanceof Problem) await this.partials.end({ ...partial, parts });
      throw error;
    }
  }
}
