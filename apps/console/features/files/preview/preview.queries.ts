import { queryOptions } from '@tanstack/react-query';
import { archivesApi, filesApi, partsApi, type PreviewFault, type PreviewKind } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { bytesAt, type Bytes } from '../../../platform/downloads/bytes';
import type { Then } from '../../../platform/past/then';

const MiB = 1024 * 1024;
/** So much of a text is read on a screen; an invoice is looked at whole, or not as one. */
const MOST: Readonly<Partial<Record<PreviewKind, number>>> = { text: MiB, table: MiB, invoice: 5 * MiB };

export type Look = Bytes & {
  readonly kind: PreviewKind;
  readonly why: PreviewFault | null;
  readonly canReadAgain: boolean;
};

/** What is in a file, or in one inside it (by its number), or in one as it was then, to be looked at. The content of a file never changes, and each reading is an event: once is enough. */
export const lookAt = (id: string, part: number | null = null, then: Then | null = null) =>
  queryOptions({
    queryKey: ['preview', id, part, then] as const,
    queryFn: async ({ signal }): Promise<Look> => {
      const { url, kind, why = null, canReadAgain } = await shownBy(id, { part, then }, signal);
      if (kind === 'none' || kind === 'archive')
        return { kind, why, canReadAgain, bytes: new ArrayBuffer(0), isCut: false };
      return { kind, why, canReadAgain, ...(await bytesAt(url, signal, MOST[kind])) };
    },
    staleTime: 'static',
    gcTime: 30_000,
    structuralSharing: false,
  });

type Which = { readonly part: number | null; readonly then: Then | null };

const shownBy = async (id: string, { part, then }: Which, signal: AbortSignal) => {
  if (part !== null) {
    const opened = await call(partsApi.open, { params: { id, number: part }, query: { use: 'preview' } }, signal);
    return { ...opened, canReadAgain: false };
  }
  const asked = { params: { id }, query: { ...then } };
  const { can_read_again: canReadAgain = false, ...shown } = await call(filesApi.preview, asked, signal);
  return { ...shown, canReadAgain };
};

/** What is in an archive. It never changes either. */
export const lookInside = (id: string) =>
  queryOptions({
    queryKey: ['archive', id] as const,
    queryFn: async ({ signal }) => (await call(archivesApi.entries, { params: { id } }, signal)).archive,
    staleTime: 'static',
    gcTime: 30_000,
  });
