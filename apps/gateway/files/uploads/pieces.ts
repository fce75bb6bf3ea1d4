/** Splits a stream into pieces of limited size, each of which must be read to its end before the next. */
export async function* piecesOf(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<AsyncIterable<Buffer>> {
  const chunks = source[Symbol.asyncIterator]();
  let next = await chunks.next();
  async function* piece() {
    for (let left = bytes; !next.done;) {
      const chunk: Buffer = next.value;
      if (chunk.length > left) {
        next = { done: false, value: chunk.subarray(left) };
        if (left > 0) yield chunk.subarray(0, left);
        return;
      }
      left -= chunk.length;
      yield chunk;
      next = await chunks.next();
      if (left === 0) return;
    }
  }
  while (!next.done) yield piece();
}

/** All bytes of several streams, opened one after the other. */
export async function* joined<P>(parts: readonly P[], open: (part: P) => Promise<AsyncIterable<Buffer>>) {
  for (const part of parts) yield* await open(part);
}
