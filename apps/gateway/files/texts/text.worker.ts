import type { Extension } from '@dosar/contracts';
import { answerRequests } from '../readers/answer-requests';
import { MOST_SCANNED } from './outcome';
import { loadPdfLibrary } from './pdf-text';
import { readText } from './read-text';

/** Loaded at the start, so that the first document does not wait for it. */
if (process.argv[2] === 'pdf') await loadPdfLibrary();

type Request = { readonly extension: Extension; readonly isForSearch: boolean };

answerRequests(async ({ head, bytes }) => {
  const { extension, isForSearch } = head as Request;
  const outcome = await readText(Buffer.from(bytes), extension, isForSearch);
  if ('why' in outcome) return { head: { why: outcome.why } };
  const { text, isCut, scannedPages } = outcome;
  return { head: { isCut, scannedPages: scannedPages?.slice(0, MOST_SCANNED) }, bytes: Buffer.from(text) };
});
