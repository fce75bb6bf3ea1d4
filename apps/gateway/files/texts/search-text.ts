import type { BlobStore, SearchContent, SearchText } from '@dosar/kernel/runtime';
import { MIME_TYPES } from '@dosar/contracts';
import { bytesIfThere } from '../blob-bytes';
import { isPicture } from './ocr';
import { oldWordText } from './old-word';
import { readInThread } from './read-in-thread';

/** The words in a document, as it is found by them: what stands in pictures comes later, if at all. @throws Unavailable */
export const searchText = async (
  blobs: BlobStore,
  { blobId, size, mimeType }: SearchContent,
  signal: AbortSignal,
): Promise<SearchText> => {
  if (isPicture(mimeType)) return { text: '', isCut: false, isScanned: true };
  const bytes = await bytesIfThere(blobs, blobId, size);
  // it is not waited for: the others would wait, too
  if (!bytes) return { why: 'damaged' };
  if (mimeType === MIME_TYPES.doc) return oldWordText(bytes, signal);
  const outcome = await readInThread({ bytes, mimeType, isForSearch: true }, { signal });
  if ('why' in outcome) return outcome;
  const { text, isCut, scannedPages = [] } = outcome;
  return { text, isCut, isScanned: scannedPages.length > 0 };
};
