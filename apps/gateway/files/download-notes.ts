import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { File } from '@dosar/contracts';
import { reads } from '@dosar/domain/audit/reads.decider';
import { idempotent, type ByteRange } from '@dosar/kernel/runtime';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Writes } from '../platform/writes';
import { DownloadWatch } from './download-watch';
import { Drives } from './drives';
import type { Ticket } from './tickets';

const KEPT = 10_000;

/**
 * Which downloads are events: the first use of a ticket from each address and agent, with the bytes that were asked for;
 * and the first later one that asks for other bytes, as one of the whole. The parts that a browser asks for after that are
 * the same download.
 */
@Injectable()
export class DownloadNotes {
  /** What was asked for first, by ticket, address and agent. */
  private readonly first = new LRUCache<string, string>({ max: KEPT });

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: Drives,
    private readonly watch: DownloadWatch,
  ) {}

  async note(call: Call, { id, version }: Ticket, file: File, range: ByteRange | null): Promise<void> {
    const use = `download ${id} ${call.ip} ${call.userAgent}`;
    const asked = range ? `${range.start}-${range.end}` : 'whole';
    const first = this.first.get(use);
    if (first === asked || first === 'whole') return;
    const isNew = first === undefined && (await this.append(call, use, { file, version, range }));
    if (isNew) {
      this.first.set(use, asked);
      await this.watch.downloaded(call, file.size);
      return;
    }
    // other bytes than before: from here on it counts as all of them
    await this.append(call, `${use} whole`, { file, version, range: null });
    this.first.set(use, 'whole');
  }

  /** @returns false when the log has it already, as after a restart */
  private async append(
    call: Call,
    use: string,
    { file, version, range }: { readonly file: File; readonly version: number; readonly range: ByteRange | null },
  ): Promise<boolean> {
    const { id: fileId, client_id: clientId, folder_id: folderId, name, size, sha256 } = file;
    const path = await this.drives.pathOf(folderId);
    const data = { clientId, fileId, folderId, path, name, version, size, sha256, range };
    const context = idempotent(this.installation.keys.marks, use, '');
    const write = this.writes.with(call, context);
    const { repeated } = await write.handle(reads, call.caller.sessionId, { type: 'NoteDownload', data });
    return !repeated;
  }
}
