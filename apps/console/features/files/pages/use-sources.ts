import { useEffect, useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { File, PreviewFault } from '@dosar/contracts';
import { openPdf } from '../preview/pdf';
import { lookAt } from '../preview/preview.queries';

/** A file whose pages are taken: a PDF, or a picture, which is one page. */
export type Source = {
  readonly id: string;
  readonly pages: number;
  readonly pdf: PDFDocumentProxy | null;
  /** Of a picture. */
  readonly address: string | null;
  readonly close: () => void;
};

/** A file whose pages cannot be taken. */
export class Unopened extends Error {
  constructor(
    readonly file: File,
    readonly why: PreviewFault,
  ) {
    super(why);
  }
}

const open = async (client: QueryClient, file: File): Promise<Source> => {
  const { id, mime_type: type } = file;
  const { bytes, kind, why } = await client.fetchQuery(lookAt(id));
  if (kind === 'image') {
    const address = URL.createObjectURL(new Blob([bytes], { type }));
    return { id, pages: 1, pdf: null, address, close: () => URL.revokeObjectURL(address) };
  }
  if (kind !== 'pdf') throw new Unopened(file, why ?? 'damaged');
  try {
    const { pages, close } = await openPdf(bytes);
    return { id, pages: pages.numPages, pdf: pages, address: null, close };
  } catch (error) {
    throw new Unopened(file, (error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged');
  }
};

type Sources = { readonly sources: readonly Source[] | null; readonly error: Error | null };

/** The files, opened one after the other; closed when they are not needed any more. */
export const useSources = (files: readonly File[]): Sources => {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Sources>({ sources: null, error: null });
  const ids = files.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isGone = false;
    const sources: Source[] = [];
    const closeAll = () => sources.splice(0).forEach(({ close }) => close());
    const openAll = async () => {
      for (const file of files) {
        if (isGone) break;
        sources.push(await open(client, file));
      }
      if (isGone) closeAll();
      else setOpened({ sources: [...sources], error: null });
    };
    openAll().catch((error: unknown) => !isGone && setOpened({ sources: null, error: error as Error }));
    return () => {
      isGone = true;
      closeAll();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the ids say which files, and their content never changes
  }, [client, ids]);
  return opened;
};
