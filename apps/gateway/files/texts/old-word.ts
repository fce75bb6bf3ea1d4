import { fileURLToPath } from 'node:url';
import { workerFile } from '@dosar/adapters/worker-file';
import { Unavailable } from '@dosar/kernel/runtime';
import { runLimited } from './limited-program';
import { MOST_LETTERS, type DocumentText } from './outcome';

const LIMIT_MS = 30_000;
/** A letter has at most six bytes in JSON. */
const MOST_BYTES = MOST_LETTERS * 6 + 100;

/**
 * The text of a Word document of before 2007. Its reader believes what a document says of itself, and a thread that takes
 * too much memory at once takes the whole process along: so it has a process of its own.
 * @throws Unavailable when the signal comes first
 */
export const oldWordText = async (bytes: ArrayBuffer, signal: AbortSignal): Promise<DocumentText> => {
  const reader = fileURLToPath(workerFile('old-word.worker'));
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const running = { signal: until, mostBytes: MOST_BYTES };
  // where programs cannot be limited, it is not read
  const said = await runLimited(
    [process.execPath, '--max-old-space-size=160', reader],
    new Uint8Array(bytes),
    running,
  ).catch(() => null);
  if (signal.aborted) throw new Unavailable('the document is not read any more');
  if (said === null) return { why: until.aborted ? 'too_large' : 'damaged' };
  return JSON.parse(said.toString()) as DocumentText;
};
