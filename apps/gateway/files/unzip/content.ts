import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/** Bytes of one piece. */
const PIECE = 256 * 1024;

/** The content of an entry, verified to its end. */
export async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size: number = 0;
  let checksum: number = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    pieces.push(chunk);
    size += chunk.length;
    if (size < PIECE) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  if (checksum !== entry.crc32) throw new Error('the checksum is another');
  if (size > 0) yield Buffer.concat(pieces);
}
