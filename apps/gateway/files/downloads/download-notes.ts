import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { File } from '@dosar/contracts';
import { reads } from '@dosar/domain/audit/reads.decider';
import { idempotent, type ByteRange } from '@dosar/kernel/runtime';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Writes } from '../../platform/writes/writes';
import { DownloadWatch } from './download-watch';
import { FilesReads } from '../files.reads';
import type { Ticket } from './tickets';

const KEPT = 10_000;
/** What was opened, and how; `mark` identifies a use, and must not reveal anything about it. */
export type Opened = Pick<Ticket, 'use' | 'version'> & {
  readonly mark: string;
  /** The name of the one file inside it that was opened. */
  readonly part?: string | undefined;
};

/**
 * One use of a link from one address and agent. The id is random and in no record; otherwise the address could be guessed.
 */
export const openedBy = ({ use, version, id }: Ticket, { ip, userAgent }: Call): Opened => ({
  use,
  version,
  mark: `${use} ${id} ${ip} ${userAgent}`,
});

const NOTED = { download: 'NoteDownload', preview: 'NotePreview', text: 'NotePreview', plain: 'NotePreview' } as const;

/**
 * Which downloads are events: the first use of a ticket from each address and agent, with its range; and the first later one
 * with another range, as one of the whole file. Further ranges belong to the same download.
 */
@Injectable()
export class DownloadNotes {
  /** The first range, by ticket, address and agent. */
  private readonly first = new LRUCache<string, string>({ max: KEPT });

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: FilesReads,
    private readonly watch: DownloadWatch,
  ) {}

  async note(call: Call, opened: Opened, file: File, range: ByteRange | null): Promise<void> {
    const { mark } = opened;
    const asked = range ? `${range.start}-${range.end}` : 'whole';
    const first = this.first.get(mark);
    if (first === asked || first === 'whole') return;
    const isNew = first === undefined && (await this.append(call, mark, { file, opened, range }));
    if (isNew) {
      this.first.set(mark, asked);
      await this.watch.downloaded(call, file.size);
      return;
    }
    // another range: from here on it counts as the whole file
    await this.append(call, `${mark} whole`, { file, opened, range: null });
    this.first.set(mark, 'whole');
  }

  /** @returns false when the log has it already, as after a restart */
  private async append(
    call: Call,
    mark: string,
    { file, opened, range }: { readonly file: File; readonly opened: Opened; readonly range: ByteRange | null },
  ): Promise<boolean> {
    const { id: fileId, client_id: clientId, folder_id: folderId, name, size, sha256 } = file;
    const { year } = await this.drives.of(call).content(fileId);
    const { version, part } = opened;
    const about = { clientId, fileId, year, folderId, name, version, size, sha256, range };
    const data = part === undefined ? about : { ...about, part };
    const context = idempotent(this.installation.keys.marks, mark, '');
    const write = this.writes.with(call, context);
    const { repeated } = await write.handle(reads, call.caller.sessionId, { type: NOTED[opened.use], data });
    return !repeated;
  }
}
