import { sizeLimitOf, type Extension } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';
import { HEAD_BYTES, inspect } from './content-type';

const joined = (chunks: readonly Buffer[]): Buffer => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));

/**
 * Passes an upload through, and throws a Problem as soon as it exceeds its size limit or is not of its type, so that nothing
 * is stored.
 */
export async function* guarded(source: AsyncIterable<Buffer>, name: string, extension: Extension) {
  const limit = sizeLimitOf(name);
  let head: Buffer[] = [];
  let size: number = 0;
  let watch: Awaited<ReturnType<typeof inspect>> | null = null;
  for await (const chunk of source) {
    if (size + chunk.length > limit) throw new Problem('FILE_TOO_LARGE');
    if (watch) {
      watch.chunk(chunk, size);
      size += chunk.length;
      yield chunk;
      continue;
    }
    head.push(chunk);
    size += chunk.length;
    if (size < HEAD_BYTES) continue;
    const start = joined(head);
    watch = await inspect(extension, start);
    head = [];
    yield start;
  }
  if (!watch) {
    const whole = joined(head);
    watch = await inspect(extension, whole);
    if (whole.length > 0) yield whole;
  }
  watch.end();
}
