import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { archivesApi, ArchiveListing, File, InputOf, ReplyOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import type { Json } from '../../platform/http/json';
import { sentenceOf } from '../../platform/http/texts';
import { Writes } from '../../platform/writes/writes';
import { BulkAnswers } from '../bulk/bulk-answers';
import { DownloadNotes } from '../downloads/download-notes';
import { Drives } from '../tree/drives';
import { ArchiveSelection, mustBeZip } from './archive-selection';
import { pathOf, planOf } from './archive-plan';
import { ArchiveRefused, safePath } from './archive-refused';
import type { Listing } from './directory';
import { Unpacking } from './unpacking';

/** What is refused so soon is answered as refused; what takes longer goes on behind its operation. */
const ANSWER_WITHIN_MS = 2_000;

export class ExtractZip extends Command<Json> {
  constructor(
    readonly id: string,
    readonly request: InputOf<typeof archivesApi.extract>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ExtractZip)
export class ExtractZipHandler implements ICommandHandler<ExtractZip> {
  constructor(
    private readonly selection: ArchiveSelection,
    private readonly writes: Writes,
    private readonly answers: BulkAnswers,
    private readonly unpacking: Unpacking,
  ) {}

  async execute({ id, request, call }: ExtractZip): Promise<Json> {
    const started = await this.selection.of(call, id, request);
    const write = await this.writes.begin(call, { id, ...request });
    const { row, isOver } = await this.answers.begin(call, write, started, ANSWER_WITHIN_MS);
    const [failure] = row.failed;
    if (isOver && failure) throw new ArchiveRefused(failure.code, this.unpacking.entryOf(row.id));
    return this.answers.answer(call, row);
  }
}

export class GetEntries extends Query<ReplyOf<typeof archivesApi.entries>> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetEntries)
export class GetEntriesHandler implements IQueryHandler<GetEntries> {
  constructor(
    private readonly drives: Drives,
    private readonly notes: DownloadNotes,
    private readonly unpacking: Unpacking,
  ) {}

  async execute({ id, call }: GetEntries) {
    const { file } = await this.drives.file(call, id);
    mustBeZip(file);
    const archive = await this.unpacking.look(file, ({ listing }) => shownOf(listing, call));
    await this.note(call, file);
    return { archive };
  }

  /** Each first look of a session is an event. */
  private async note(call: Call, file: File): Promise<void> {
    const { version } = await this.drives.content(file.id);
    const mark = `entries ${file.id} ${call.caller.sessionId}`;
    await this.notes.note(call, { use: 'preview', version, mark }, file, null);
  }
}

/** What it would become; of one that is not unpacked, what it says of itself, and why it stays as it is. */
const shownOf = async (listing: Listing, { language }: Call): Promise<ArchiveListing> => {
  const sizeOf = (entries: readonly { readonly size: number }[]) => entries.reduce((sum, { size }) => sum + size, 0);
  try {
    const { planned, bytes } = await planOf(listing);
    const entries = planned.map((each) => ({
      path: pathOf(each),
      type: each.entry ? ('file' as const) : ('folder' as const),
      size: each.entry?.size ?? 0,
    }));
    return { entries, size: bytes, refusal: null };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    const { code, entry: path } = error;
    const entries = listing.entries.map(({ path, isFolder, size }) => ({
      path: safePath(path),
      type: isFolder ? ('folder' as const) : ('file' as const),
      size,
    }));
    return { entries, size: sizeOf(entries), refusal: { code, error: sentenceOf(language, code), path } };
  }
};
