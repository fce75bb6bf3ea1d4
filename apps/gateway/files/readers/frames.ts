const LENGTHS = 8;

/** A message between the server and a reader: a few values as JSON, and bytes. */
export type Frame = { readonly head: unknown; readonly bytes: Buffer };
/** Maximum bytes of either part; more is an error of the sender. */
export type FrameLimits = { readonly head: number; readonly bytes: number };

export class FrameFault extends Error {}

/** The lengths of both parts, then both. */
export const frameOf = (head: unknown, bytes: Uint8Array = Buffer.alloc(0)): readonly Uint8Array[] => {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return [Buffer.concat([lengths, json]), bytes];
};

/** Assembles frames from chunks, and holds no more than one frame may have. */
export class FrameParser {
  private chunks: Buffer[] = [];
  private length = 0;
  private expected: { readonly head: number; readonly bytes: number } | null = null;

  constructor(private readonly limits: FrameLimits) {}

  /** @throws FrameFault when a part is too long, or not JSON */
  *push(chunk: Buffer): Generator<Frame> {
    this.chunks.push(chunk);
    this.length += chunk.length;
    for (;;) {
      this.expected ??= this.lengths();
      if (!this.expected || this.length < this.expected.head + this.expected.bytes) return;
      const { head, bytes } = this.expected;
      this.expected = null;
      yield { head: parsed(this.take(head)), bytes: this.take(bytes) };
    }
  }

  private lengths(): typeof this.expected {
    if (this.length < LENGTHS) return null;
    const lengths = this.take(LENGTHS);
    const expected = { head: lengths.readUInt32BE(0), bytes: lengths.readUInt32BE(4) };
    if (expected.head > this.limits.head || expected.bytes > this.limits.bytes)
      throw new FrameFault(`a frame of ${expected.head} and ${expected.bytes} bytes`);
    return expected;
  }

  private take(length: number): Buffer {
    const whole = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.length);
    this.chunks = length < whole.length ? [whole.subarray(length)] : [];
    this.length -= length;
    return whole.subarray(0, length);
  }
}

const parsed = (json: Buffer): unknown => {
  try {
    return JSON.parse(json.toString());
  } catch {
    throw new FrameFault('the head of a frame is no JSON');
  }
};
