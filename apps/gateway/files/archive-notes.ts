import { Inject, Injectable } from '@nestjs/common';
import { idempotent } from '@dosar/kernel/runtime';
import { reads } from '@dosar/domain/audit/reads.decider';
import type { Content } from '@dosar/domain/files/contents.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Writes } from '../platform/writes';
import type { ArchiveEntry } from './archive-entries';
import type { ArchiveTicket } from './archive-tickets';
import { DownloadWatch } from './download-watch';

/** So many files are told of in one event. */
const TOGETHER = 500;

/** Which archives are events, and of which files. */
@Injectable()
export class ArchiveNotes {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly watch: DownloadWatch,
  ) {}

  /** The first use of a link from each address and agent is an event, before a byte is sent. */
  async note(
    call: Call,
    { id, clientId, nonce }: ArchiveTicket,
    entries: readonly ArchiveEntry[],
    found: ReadonlyMap<string, Content>,
  ): Promise<void> {
    const all = entries.flatMap(({ file }) => (file ? [file] : []));
    let isNew = false;
    for (let from = 0; from < all.length; from += TOGETHER) {
      const part = all.slice(from, from + TOGETHER);
      const files = part.map((file) => ({ fileId: file.id, version: found.get(file.id)?.version ?? 1 }));
      const use = `archive ${nonce} ${call.ip} ${call.userAgent} ${from}`;
      const write = this.writes.with(call, idempotent(this.installation.keys.marks, use, ''));
      const command = { type: 'NoteDownloads', data: { clientId, archiveId: id, files } } as const;
      isNew = !(await write.handle(reads, call.caller.sessionId, command)).repeated || isNew;
    }
    const bytes = all.reduce((sum, { size }) => sum + size, 0);
    if (isNew) await this.watch.downloaded(call, bytes, all.length);
  }
}
