import { Inject, Injectable } from '@nestjs/common';
import { idempotent, rowIn } from '@dosar/kernel/runtime';
import { reads } from '@dosar/domain/audit/reads.decider';
import type { Content } from '@dosar/domain/files/contents.projector';
import { ITEMS_AT_ONCE } from '@dosar/domain/files/drive-limits';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { ViewRows } from '../../platform/reads/rows';
import { rowsById } from '../../platform/reads/rows-by-id';
import { Writes } from '../../platform/writes/writes';
import type { ArchiveEntry } from './archive-entries';
import type { ArchiveTicket } from './archive-tickets';
import { DownloadWatch } from './download-watch';

/** Files noted together, and the index of the first among all. */
type Part = { readonly from: number; readonly part: readonly NonNullable<ArchiveEntry['file']>[] };

/** Notes the files of a downloaded archive, each as an event, so that the file's history says who has it. */
@Injectable()
export class ArchiveNotes {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly watch: DownloadWatch,
    private readonly rows: ViewRows,
  ) {}

  /**
   * Notes the first use of a link from each address and agent: some files at a time, right before their first bytes are
   * sent. @returns a function to be awaited before a file is opened
   */
  noting(
    call: Call,
    ticket: ArchiveTicket,
    entries: readonly ArchiveEntry[],
    found: ReadonlyMap<string, Content>,
  ): (fileId: string) => Promise<void> {
    const all = entries.flatMap(({ file }) => (file ? [file] : []));
    const places = new Map(all.map(({ id }, at) => [id, at - (at % ITEMS_AT_ONCE)]));
    const noted = new Map<number, Promise<void>>();
    return (fileId) => {
      const from = places.get(fileId)!;
      const known =
        noted.get(from) ?? this.note(call, ticket, { from, part: all.slice(from, from + ITEMS_AT_ONCE), found });
      noted.set(from, known);
      return known;
    };
  }

  private async note(
    call: Call,
    { id, clientId, nonce }: ArchiveTicket,
    { from, part, found }: Part & { readonly found: ReadonlyMap<string, Content> },
  ): Promise<void> {
    const rows = await rowsById(
      this.rows,
      files,
      part.map((file) => file.id),
    );
    const told = part.map((file) => {
      const { id: fileId, year, parentId: folderId, name, size } = file;
      const row = rows.get(fileId);
      const sha256 = row ? rowIn(row.json).sha256 : null;
      const about = { clientId, fileId, year, folderId, name, size, sha256 };
      return { ...about, version: found.get(fileId)?.version ?? 1, range: null, archiveId: id };
    });
    const use = `archive ${nonce} ${call.ip} ${call.userAgent} ${from}`;
    const write = this.writes.with(call, idempotent(this.installation.keys.marks, use, ''));
    const command = { type: 'NoteDownloads', data: { files: told } } as const;
    const { repeated } = await write.handleMany(reads, call.caller.sessionId, command);
    const bytes = part.reduce((sum, { size }) => sum + size, 0);
    if (!repeated) await this.watch.downloaded(call, bytes, part.length);
  }
}
