import { extensionOf, MIME_TYPES, sizeLimitOf, type Extension } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';
import { HEAD_BYTES, inspect } from '../types/content-type';
import type { Watch } from '../types/watch';

const joined = (chunks: readonly Buffer[]): Buffer => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));

/** An upload that is passed through, and looked at. */
export type Guarded = {
  /** @throws Problem as soon as it exceeds its size limit or is not of its type, so that nothing is stored */
  readonly bytes: AsyncIterable<Buffer>;
  /** The media type of its content, once all of it has passed. */
  readonly mimeType: () => string;
};

export const guarded = (source: AsyncIterable<Buffer>, name: string): Guarded => {
  let type: Extension | null = null;
  const bytes = passed(source, name, (found) => (type = found));
  const mimeType = () => {
    if (type === null) throw new Error('not all of it has passed');
    return MIME_TYPES[type];
  };
  return { bytes, mimeType };
};

async function* passed(source: AsyncIterable<Buffer>, name: string, onEnd: (type: Extension) => void) {
  const limit = sizeLimitOf(name);
  const extension = extensionOf(name) as Extension;
  let head: Buffer[] = [];
  let size: number = 0;
  let watch: Watch | null = null;
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
  onEnd(watch.end());
}
