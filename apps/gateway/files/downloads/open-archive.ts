import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { ZipFile } from 'yazl';
import { bulkApi, FILE_LIMITS } from '@dosar/contracts';
import { pace, rowIn } from '@dosar/kernel/runtime';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive, Node } from '@dosar/domain/files/drive-nodes';
import type { Call } from '../../platform/access/call';
import { actorOf } from '../../platform/access/guard';
import { bytesFor, StreamedAnswers, type Sent } from '../../platform/connections/streamed-answers';
import { notFound, Problem } from '../../platform/http/problem';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { LoopTurns } from '../../platform/writes/loop-turns';
import { entriesOf, type ArchiveEntry } from './archive-entries';
import { ArchiveNotes } from './archive-notes';
import { ArchiveTickets, type ArchiveTicket } from './archive-tickets';
import { plainName, SAFETY } from './sent-headers';

/** How many files are looked up at once. */
const TOGETHER = 500;

/** Files as one archive, made while it is sent: nothing is stored, and only one file is open at a time. */
export const openArchive = useCase(bulkApi.content, async ({ params }, context) => {
  const { request, reply } = context.exchange;
  return bytesFor(reply, await archiveFor(context, params.ticket, request.method === 'HEAD'));
});

const archiveFor = async (context: UseCaseContext, text: string, isHead: boolean): Promise<Sent> => {
  const { call, use } = context;
  const { ticket, state, there } = await open(context, text);
  const headers = headersOf(nameOf(state, there, call));
  if (isHead) return { status: 200, headers, bytes: use(StreamedAnswers).whileAllowed(call, Readable.from([])) };
  const { bytes, size } = await noted(context, ticket, entriesOf(state, there, ticket.includeFolders));
  return { status: 200, headers: { ...headers, ...(size > 0 && { 'content-length': String(size) }) }, bytes };
};

/** The part of the ticket's selection that still exists. @throws Problem NOT_FOUND */
const open = async (context: UseCaseContext, text: string) => {
  const ticket = await context.use(ArchiveTickets).read(text);
  if (!ticket) throw notFound();
  const state = await driveOf(context, ticket);
  return { ticket, state, there: thereOf(state, ticket) };
};

/** The archive, after its first files are noted in the log. */
const noted = async (context: UseCaseContext, ticket: ArchiveTicket, entries: readonly ArchiveEntry[]) => {
  const { call, rows, use } = context;
  const found = await contentsOf(rows, entries);
  const noted = use(ArchiveNotes).noting(call, ticket, entries, found);
  // noted before the response begins, so that a refusal can still be sent
  const first = entries.find(({ file }) => file)?.file;
  if (first) await noted(first.id);
  return archiveOf(context, ticket.clientId, entries, { found, noted });
};

/** The drive, if the ticket's owner is still signed in and may still see it. @throws Problem NOT_FOUND */
const driveOf = async (
  { call, installation, reads }: UseCaseContext,
  { clientId, userId, sessionId }: ArchiveTicket,
): Promise<Drive> => {
  try {
    call.actor = actorOf(installation, userId, sessionId);
  } catch (error) {
    throw error instanceof Problem ? notFound() : error;
  }
  if (!reads.client(clientId)) throw notFound();
  return installation.commandHandler.state(drive, clientId);
};

const contentsOf = async (rows: ViewRows, entries: readonly ArchiveEntry[]): Promise<ReadonlyMap<string, Content>> => {
  const ids = entries.flatMap(({ file }) => file?.id ?? []);
  const found = new Map<string, Content>();
  const rest = pace();
  for (let from = 0; from < ids.length; from += TOGETHER) {
    await rest();
    const where = { id: { in: ids.slice(from, from + TOGETHER) } };
    for (const { id, json } of await rows.find(contents, { where })) found.set(id, rowIn(json));
  }
  return found;
};

const archiveOf = async (
  { call, installation, use }: UseCaseContext,
  clientId: string,
  entries: readonly ArchiveEntry[],
  { found, noted }: { readonly found: ReadonlyMap<string, Content>; readonly noted: (id: string) => Promise<void> },
) => {
  const archive = new ZipFile();
  const stateNow = () => installation.commandHandler.state(drive, clientId);
  let state: Drive = await stateNow();
  let currentId: string | null = null;
  let current: Readable | null = null;
  const isThere = (id: string | null) => id === null || state.nodes.get(id)?.deletion === null;
  const bytes = use(StreamedAnswers).whileAllowed(call, archive.outputStream as Readable, async () => {
    state = await stateNow();
    return isThere(currentId);
  });
  const open = async (id: string): Promise<Readable> => {
    // other calls get their turns between two files
    await use(LoopTurns).mayBegin(call);
    if (!use(StreamedAnswers).goesOn(bytes, isThere(id))) throw notFound();
    await noted(id);
    const content = found.get(id);
    const opened = content ? await installation.documents.open(content) : null;
    if (!opened) throw new Error(`the bytes of ${id} are not where its event says`);
    if (bytes.destroyed) opened.destroy();
    currentId = id;
    return (current = opened);
  };
  // an archive that ends early is recognised as broken
  const fail = (error: unknown) => {
    if (bytes.destroyed) return;
    installation.logger.error({ err: error }, 'an archive could not be sent whole');
    bytes.destroy(error as Error);
  };
  archive.on('error', fail);
  // when the client disconnects, the open file is closed
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
  // the library's types lack this argument
  const told = (total?: number) => void (size = total ?? 0);
  archive.end({ forceZip64Format: hasLongDirectory(entries), comment: '' }, told);
  return { bytes, size };
};

/** The most an entry takes in the central directory, besides its path. */
const ENTRY_BYTES = 84;

/**
 * yazl 3.3.1 calculates with ZIP64 from 64 KiB of directory on, but writes it from 4 GiB on: the announced length is then
 * wrong, and clients wait for bytes that never come. With forced ZIP64 both agree.
 */
const hasLongDirectory = (entries: readonly ArchiveEntry[]): boolean =>
  entries.reduce((sum, { path }) => sum + ENTRY_BYTES + Buffer.byteLength(path), 0) >= 0xffff;

/** The parts that still exist. @throws Problem NOT_FOUND when none do */
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

/** The name of the single folder, or of the folder that contains everything. */
const nameOf = (state: Drive, selected: readonly Node[], { language }: Call): string => {
  const [first] = selected;
  const folder = selected.length === 1 && first!.type === 'folder' ? first : state.nodes.get(first!.parentId ?? '');
  const name = folder?.name ?? (language === 'ro' ? 'Documente' : 'Documents');
  return `${name.slice(0, FILE_LIMITS.name - 4)}.zip`;
};
