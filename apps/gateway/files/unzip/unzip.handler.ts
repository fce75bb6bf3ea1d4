import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Done } from '@dosar/kernel/runtime';
import type { archivesApi, ArchiveListing, File, InputOf, ReplyOf } from '@dosar/contracts';
import { bulk } from '@dosar/domain/files/bulk.decider';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { operations, type OperationRow } from '@dosar/domain/files/operations.projector';
import type { Call } from '../../platform/call';
import { Json } from '../../platform/json';
import { Rows } from '../../platform/rows';
import { sentenceOf } from '../../platform/texts';
import { Writes, type Write } from '../../platform/writes';
import { shown } from '../bulk-answers';
import { BulkRunner } from '../bulk-runner';
import { DownloadNotes } from '../download-notes';
import { Drives } from '../drives';
import { ArchiveAsked, mustBeZip } from './archive-asked';
import { pathOf, planOf } from './archive-plan';
import { ArchiveRefused, safePath } from './archives';
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
    private readonly archive: ArchiveAsked,
    private readonly writes: Writes,
    private readonly runner: BulkRunner,
    private readonly rows: Rows,
  ) {}

  async execute({ id, request, call }: ExtractZip): Promise<Json> {
    const started = await this.archive.of(call, id, request);
    const write = await this.writes.begin(call, { id, ...request });
    const begun = await write.handle(bulk, write.idFor('operation'), { type: 'StartBulk', data: started });
    const ended = await this.runner.runWithin(ANSWER_WITHIN_MS, write.idFor('operation'), started, write);
    return this.reply(write, begun, ended);
  }

  /** How it ended, or that it goes on. @throws ArchiveRefused when it was refused by then */
  private async reply(write: Write<Call>, begun: Done, ended: readonly Done[] | null): Promise<Json> {
    const { call } = write;
    if (ended) await this.writes.visible(call);
    const done = [begun, ...(ended ?? [])];
    const row = JSON.parse(await this.rows.written(operations, write.idFor('operation'), ...done)) as OperationRow;
    const [failure] = row.failed;
    if (ended && failure) throw new ArchiveRefused(failure.code, failure.name);
    return new Json(JSON.stringify({ operation: shown(row, call.language) }));
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
    private readonly rows: Rows,
    private readonly notes: DownloadNotes,
    private readonly unpacking: Unpacking,
  ) {}

  async execute({ id, call }: GetEntries) {
    const { file } = await this.drives.file(call, id);
    mustBeZip(file);
    const archive = await this.unpacking.look(id, file.size, ({ listing }) => shownOf(listing, call));
    await this.note(call, file);
    return { archive };
  }

  /** Each first look of a session is an event. */
  private async note(call: Call, file: File): Promise<void> {
    const { version } = JSON.parse((await this.rows.must(contents, file.id)).json) as Content;
    const { id: userId, sessionId } = call.caller;
    const look = { id: `entries ${file.id} ${sessionId}`, fileId: file.id, version, userId, sessionId };
    await this.notes.note(call, { ...look, use: 'preview' }, file, null);
  }
}

/** What it would become; of one that is not unpacked, what it says of itself, and why it stays as it is. */
const shownOf = (listing: Listing, { language }: Call): ArchiveListing => {
  const sizeOf = (entries: readonly { readonly size: number }[]) => entries.reduce((sum, { size }) => sum + size, 0);
  try {
    const { planned, bytes } = planOf(listing);
    const entries = planned.map((each) => ({
      path: pathOf(each),
      type: each.entry ? ('file' as const) : ('folder' as const),
      size: each.entry?.size ?? 0,
    }));
    return { entries, size: bytes, hindrance: null };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    const { code, entry: path } = error;
    const entries = listing.entries.map(({ path, isFolder, size }) => ({
      path: safePath(path),
      type: isFolder ? ('folder' as const) : ('file' as const),
      size,
    }));
    return { entries, size: sizeOf(entries), hindrance: { code, error: sentenceOf(language, code), path } };
  }
};
