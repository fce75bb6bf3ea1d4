import { archivesApi, FILE_LIMITS, type ArchiveListing, type File } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { BulkAnswers } from '../bulk/bulk-answers';
import { DownloadNotes } from '../downloads/download-notes';
import { FilesReads } from '../files.reads';
import { pathOf, planOf } from './archive-plan';
import { ArchiveRefused, safePath } from './archive-refused';
import { ArchiveSelection, mustBeZip } from './archive-selection';
import type { Listing } from './directory';
import { reasonText } from './left-out';
import { Unpacking } from './unpacking';

/** How long to wait for a refusal; longer work continues as an operation. */
const ANSWER_WITHIN_MS = 2_000;

export const extractZip = useCase(
  archivesApi.extract,
  async ({ params: { id }, body: request }, { call, writes, use }) => {
    const started = await use(ArchiveSelection).of(call, id, request);
    const write = await writes.begin(call, { id, ...request });
    const { row, isOver } = await use(BulkAnswers).begin(call, write, started, ANSWER_WITHIN_MS);
    const [failure] = row.failed;
    if (isOver && row.status === 'failed' && failure)
      throw new ArchiveRefused(failure.code, failure.path ?? null, failure.rule);
    return use(BulkAnswers).answer(call, row);
  },
);

export const getEntries = useCase(archivesApi.entries, async ({ params: { id } }, context) => {
  const { call, see, use } = context;
  const { file } = await see(FilesReads).file(id);
  mustBeZip(file);
  const archive = await use(Unpacking).look(file, ({ listing }) => shownOf(listing, call));
  await note(context, file);
  return { archive };
});

/** The first look in each session is an event. */
const note = async ({ call, see, use }: UseCaseContext, file: File): Promise<void> => {
  const { version } = await see(FilesReads).content(file.id);
  const mark = `entries ${file.id} ${call.caller.sessionId}`;
  await use(DownloadNotes).note(call, { use: 'preview', version, mark }, file, null);
};

/** What would be created from it; for a refused archive its directory, and the reason. */
const shownOf = async (listing: Listing, { language }: Call): Promise<ArchiveListing> => {
  const sizeOf = (entries: readonly { readonly size: number }[]) => entries.reduce((sum, { size }) => sum + size, 0);
  try {
    const { planned, bytes, leftOut } = await planOf(listing);
    const entries = planned.map((each) => ({
      path: pathOf(each),
      type: each.entry ? ('file' as const) : ('folder' as const),
      size: each.entry?.size ?? 0,
      ...(each.entry && { part: each.entry.index }),
    }));
    const left_out = leftOut.map(({ path, type, code, rule }) => {
      return { path, type, code, error: reasonText(language, { code, rule }, path) };
    });
    return { entries, left_out, size: bytes, refusal: null };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    const { code, entry: path, rule } = error;
    const entries = listing.entries.slice(0, FILE_LIMITS.entries).map(({ path, isFolder, size }) => ({
      path: safePath(path),
      type: isFolder ? ('folder' as const) : ('file' as const),
      size,
    }));
    const refusal = { code, error: reasonText(language, { code, rule }, path), path };
    return { entries, left_out: [], size: sizeOf(entries), refusal };
  }
};
