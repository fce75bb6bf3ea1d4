import type { Documents } from '@dosar/kernel/runtime';
import type { SearchContent, SearchText } from '@dosar/search';
import { MIME_TYPES } from '@dosar/contracts';
import { bytesIfThere } from '../downloads/document-bytes';
import { documentWords } from './document-words';
import { isPicture } from './ocr';

/** The reader of old documents is slower than the others. */
const OLD_WORD_MS = 30_000;

/** The words of a document for the search; OCR follows later, if at all. @throws Unavailable */
export const searchText = async (
  documents: Pick<Documents, 'open'>,
  content: SearchContent,
  signal: AbortSignal,
): Promise<SearchText> => {
  const { mimeType } = content;
  if (isPicture(mimeType)) return { text: '', isCut: false, isScanned: true };
  const bytes = await bytesIfThere(documents, content);
  // missing bytes are not waited for: the other documents would wait, too
  if (!bytes) return { why: 'damaged' };
  const ms = mimeType === MIME_TYPES.doc ? OLD_WORD_MS : undefined;
  const outcome = await documentWords({ bytes, mimeType }, { signal, ms });
  if ('why' in outcome) return outcome;
  const { text, isCut, scannedPages = [] } = outcome;
  return { text, isCut, isScanned: scannedPages.length > 0 };
};
