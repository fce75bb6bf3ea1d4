import { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import { ZipFile } from 'yazl';
import { FILE_LIMITS } from '@dosar/contracts';
import { pace, rowIn } from '@dosar/kernel/runtime';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive, Node } from '@dosar/domain/files/drive-nodes';
import type { Call } from '../../platform/access/call';
import { actorOf } from '../../platform/access/guard';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { LoopTurns } from '../../platform/writes/loop-turns';
import { notFound, Problem } from '../../platform/http/problem';
import { Reads } from '../../platform/reads/reads';
import { ViewRows } from '../../platform/reads/rows';
import { StreamedAnswers, type Sent } from '../../platform/connections/streamed-answers';
import { entriesOf, type ArchiveEntry } from './archive-entries';
import { ArchiveNotes } from './archive-notes';
import { ArchiveTickets, type ArchiveTicket } from './archive-tickets';
import { plainName, SAFETY } from './download.handler';
import { mustBeWithinLimit } from '../bulk/bulk-effects';
import { Drives } from '../tree/drives';

/** So many files are looked up at once. */
const TOGETHER = 500;

export class GetArchive extends Query<{ readonly url: string }> {
  constructor(
    readonly request: {
      readonly client_id?: string | undefined;
      readonly file_ids: readonly string[];
      readonly folder_ids: readonly string[];
      readonly include_folders: boolean;
    },
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetArchive)
export class GetArchiveHandler implements IQueryHandler<GetArchive> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly tickets: ArchiveTickets,
  ) {}

  async execute({ request, call }: GetArchive): Promise<{ url: string }> {
    const { file_ids: fileIds, folder_ids: folderIds, include_folders: includeFolders } = request;
    const clientId = await this.clientOf(request, call);
    await this.mustBeThere(clientId, request);
    const ticket = await this.tickets.issue({ clientId, fileIds, folderIds, includeFolders }, call.caller);
    return { url: `/api/bulk/content/${ticket}` };
  }

  /** @throws Problem when one of them is no file or folder of this drive, or was deleted, or when they are too many. */
  private async mustBeThere(clientId: string, { file_ids, folder_ids }: GetArchive['request']): Promise<void> {
    const state = await this.installation.commandHandler.state(drive, clientId);
    const { nodes } = state;
    const isThere = (type: Node['type']) => (id: string) => {
      const node = nodes.get(id);
      return node?.type === type && node.deletion === null;
    };
    if (!file_ids.every(isThere('file')) || !folder_ids.every(isThere('folder')))
      throw new Problem('BULK_INVALID_SELECTION');
    const items = [...file_ids, ...folder_ids].map((id) => ({ id, type: nodes.get(id)!.type, deletion: null }));
    await mustBeWithinLimit(state, { kind: 'download', items });
  }

  /** All of a selection is one client's: the one that is named, or that of the first thing. @throws Problem */
  private async clientOf({ client_id, file_ids, folder_ids }: GetArchive['request'], call: Call): Promise<string> {
    if (client_id !== undefined) return this.drives.clientId(call, client_id, 'client_id');
    try {
      const file = file_ids[0];
      const folder = folder_ids[0];
      if (file !== undefined) return (await this.drives.file(call, file)).file.client_id;
      return (await this.drives.folder(call, folder!)).folder.client_id;
    } catch (error) {
      throw error instanceof Problem ? new Problem('BULK_INVALID_SELECTION', null, null, error.refused) : error;
    }
  }
}

export class OpenArchive extends Query<Sent> {
  constructor(
    readonly ticket: string,
    readonly isHead: boolean,
    readonly call: Call,
  ) {
    super();
  }
}

/** Files as one archive that is made while it is sent: nothing of it is kept, and only one file is open at a time. */
@QueryHandler(OpenArchive)
export class OpenArchiveHandler implements IQueryHandler<OpenArchive> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly tickets: ArchiveTickets,
    private readonly notes: ArchiveNotes,
  ) {}
  @Inject(StreamedAnswers) private readonly answers!: StreamedAnswers;
  @Inject(Reads) private readonly reads!: Reads;
  @Inject(LoopTurns) private readonly turns!: LoopTurns;

  async execute({ ticket: text, isHead, call }: OpenArchive): Promise<Sent> {
    const { ticket, state, there } = await this.open(text, call);
    const headers = headersOf(nameOf(state, there, call));
    if (isHead) return { status: 200, headers, bytes: this.answers.whileAllowed(call, Readable.from([])) };
    const { bytes, size } = await this.noted(call, ticket, entriesOf(state, there, ticket.includeFolders));
    return { status: 200, headers: { ...headers, ...(size > 0 && { 'content-length': String(size) }) }, bytes };
  }

  /** What the ticket is for, as far as it is still there. @throws Problem NOT_FOUND */
  private async open(text: string, call: Call) {
    const ticket = await this.tickets.read(text);
    if (!ticket) throw notFound();
    const state = await this.driveOf(ticket, call);
    return { ticket, state, there: thereOf(state, ticket) };
  }

  /** The archive, once the log knows who has the first of it. */
  private async noted(call: Call, ticket: ArchiveTicket, entries: readonly ArchiveEntry[]) {
    const found = await this.contentsOf(entries);
    const noted = this.notes.noting(call, ticket, entries, found);
    // who may not have it is told so, instead of being sent nothing
    const first = entries.find(({ file }) => file)?.file;
    if (first) await noted(first.id);
    return this.archiveOf(call, ticket.clientId, entries, { found, noted });
  }

  /** The drive, if the ticket's holder is still signed in and may still see it. @throws Problem NOT_FOUND */
  private async driveOf({ clientId, userId, sessionId }: ArchiveTicket, call: Call): Promise<Drive> {
    try {
      call.actor = actorOf(this.installation, userId, sessionId);
    } catch (error) {
      throw error instanceof Problem ? notFound() : error;
    }
    if (!this.reads.of(call).client(clientId)) throw notFound();
    return this.installation.commandHandler.state(drive, clientId);
  }

  private async contentsOf(entries: readonly ArchiveEntry[]): Promise<ReadonlyMap<string, Content>> {
    const ids = entries.flatMap(({ file }) => file?.id ?? []);
    const found = new Map<string, Content>();
    const rest = pace();
    for (let from = 0; from < ids.length; from += TOGETHER) {
      await rest();
      const where = { id: { in: ids.slice(from, from + TOGETHER) } };
      for (const { id, json } of await this.rows.find(contents, { where })) found.set(id, rowIn(json));
    }
    return found;
  }

  private async archiveOf(
    call: Call,
    clientId: string,
    entries: readonly ArchiveEntry[],
    { found, noted }: { readonly found: ReadonlyMap<string, Content>; readonly noted: (id: string) => Promise<void> },
  ) {
    const archive = new ZipFile();
    const stateNow = () => this.installation.commandHandler.state(drive, clientId);
    let state: Drive = await stateNow();
    let currentId: string | null = null;
    let current: Readable | null = null;
    const isThere = (id: string | null) => id === null || state.nodes.get(id)?.deletion === null;
    const bytes = this.answers.whileAllowed(call, archive.outputStream as Readable, async () => {
      state = await stateNow();
      return isThere(currentId);
    });
    const open = async (id: string): Promise<Readable> => {
      // what others ask for has its turn between two of its files
      await this.turns.mayBegin(call);
      if (!this.answers.goesOn(bytes, isThere(id))) throw notFound();
      await noted(id);
      const content = found.get(id);
      const opened = content ? await this.installation.documents.open(content) : null;
      if (!opened) throw new Error(`the bytes of ${id} are not where its event says`);
      if (bytes.destroyed) opened.destroy();
      currentId = id;
      return (current = opened);
    };
    // an archive that ends early is seen to be broken
    const fail = (error: unknown) => {
      if (bytes.destroyed) return;
      this.installation.logger.error({ err: error }, 'an archive could not be sent whole');
      bytes.destroy(error as Error);
    };
    archive.on('error', fail);
    // whoever hangs up frees what is open
    bytes.on('close', () => current?.destroy());
    bytes.on('error', () => undefined);
    for (const { path, file } of entries)
      if (!file) archive.addEmptyDirectory(path);
      else
        archive.addReadStreamLazy(path, { compress: false, size: file.size }, (use) => {
          open(file.id).then(
            (stream) => use(null, stream.on('error', fail)),
            (error: unknown) => use(error, null as never),
          );
        });
    let size = 0;
    // its types leave out what it tells
    const told = (total?: number) => void (size = total ?? 0);
    archive.end({ forceZip64Format: hasLongDirectory(entries), comment: '' }, told);
    return { bytes, size };
  }
}

/** What an entry takes in the directory at the end of an archive, at the most, beside its path. */
const ENTRY_BYTES = 84;
/**
 * yazl 3.3.1 reckons with the long form of the directory's end from 64 KiB on, and writes it from 4 GiB on: what it says
 * of the length is then wrong, and whoever downloads waits for bytes that do not come. Asked for the long form, it does both.
 */
const hasLongDirectory = (entries: readonly ArchiveEntry[]): boolean =>
  entries.reduce((sum, { path }) => sum + ENTRY_BYTES + Buffer.byteLength(path), 0) >= 0xffff;

/** What of it is still there. @throws Problem NOT_FOUND when nothing is */
const thereOf = ({ nodes }: Drive, { folderIds, fileIds }: ArchiveTicket): readonly Node[] => {
  const selected = [...folderIds, ...fileIds].flatMap((id) => nodes.get(id) ?? []);
  const there = selected.filter(({ deletion }) => deletion === null);
  if (there.length === 0) throw notFound();
  return there;
};

const headersOf = (name: string) => ({
  ...SAFETY,
  'content-type': 'application/zip',
  'content-disposition': contentDisposition(name, { fallback: plainName(name) }),
});

/** Called like the one folder, or like the folder that all are in. */
const nameOf = (state: Drive, selected: readonly Node[], { language }: Call): string => {
  const [first] = selected;
  const folder = selected.length === 1 && first!.type === 'folder' ? first : state.nodes.get(first!.parentId ?? '');
  const name = folder?.name ?? (language === 'ro' ? 'Documente' : 'Documents');
  return `${name.slice(0, FILE_LIMITS.name - 4)}.zip`;
};
