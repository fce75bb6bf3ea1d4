import { queryOptions } from '@tanstack/react-query';
import { MIME_TYPES, partsApi, type File, type FilePart, type PreviewKind } from '@dosar/contracts';
import { call } from '../../../../platform/api';
import { download } from '../../../../platform/downloads/download';
import { writing } from '../../../../platform/queries';

/** A file inside a file, to be opened or saved. */
export type PartRef = Pick<FilePart, 'number' | 'name' | 'mime_type'>;

/** Documents that may have files attached. */
const WITH_PARTS: ReadonlySet<string> = new Set([MIME_TYPES.pdf, MIME_TYPES.xml]);
/** What is in archives is their preview, unless an invoice is shown that lies in one beside its signature. */
export const isSigned = ({ mime_type: mimeType }: File, kind: PreviewKind | undefined): boolean =>
  kind === 'invoice' && mimeType === MIME_TYPES.zip;
export const mayHaveParts = (file: File, kind: PreviewKind | undefined): boolean =>
  WITH_PARTS.has(file.mime_type) || isSigned(file, kind);

/** The files inside a file. Its content never changes: once is enough. */
export const partsInside = (id: string) =>
  queryOptions({
    queryKey: ['parts', id] as const,
    queryFn: ({ signal }) => call(partsApi.list, { params: { id } }, signal),
    staleTime: 'static',
    gcTime: 30_000,
  });

/** Saves one of them. */
export const savingPart = (id: string) =>
  writing(partsApi.open, {
    input: (number: number) => ({ params: { id, number }, query: { use: 'download' as const } }),
    touches: ({ url }) => download(url),
    failure: 'inside.failed',
  });
