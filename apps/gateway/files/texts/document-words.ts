import { MIME_TYPES } from '@dosar/contracts';
import { mayHaveParts, readInside } from '../inside/inside-reader';
import { Written, type DocumentText } from './outcome';
import { readDocument } from './read-document';

type Document = { readonly bytes: ArrayBuffer; readonly mimeType: string };
type Reading = { readonly signal: AbortSignal; readonly ms?: number | undefined };

/** Archives have no words but those of the files in them. */
const NO_WORDS: DocumentText = { text: '', isCut: false };

/**
 * The words of a document for the search, and of the files inside it: read apart, so that what somebody put into a document
 * does not cost its own words. @throws Unavailable
 */
export const documentWords = async (document: Document, { signal, ms }: Reading): Promise<DocumentText> => {
  const { bytes, mimeType } = document;
  const isArchive = mimeType === MIME_TYPES.zip;
  const own = isArchive ? NO_WORDS : await readDocument({ bytes, mimeType, isForSearch: true }, { signal, ms });
  if ('why' in own || !mayHaveParts(mimeType)) return own;
  const inside = await readInside(document, { signal });
  if ('why' in inside) {
    // other XML than invoices need not be well-formed
    const isMissing = mimeType !== MIME_TYPES.xml || inside.why === 'too_large';
    return isArchive ? inside : { ...own, isCut: own.isCut || isMissing };
  }
  if (inside.text === '') return own;
  const into = new Written();
  for (const { text } of [own, inside]) into.add(`${text}\n\n`);
  return { ...own, ...into.result(own.isCut || inside.isCut) };
};
