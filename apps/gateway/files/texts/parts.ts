import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { BoundedXml, type XmlReader } from './bounded-xml';
import { Unread } from './outcome';

/** What all parts that are read may be unpacked: what is more is no document. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_PARTS = 5_000;

export type Reader = XmlReader & {
  /** Nothing more is wanted. */
  readonly isDone?: () => boolean;
};

/** Documents of offices are archives of XML. Each part is read as it is unpacked, and none is kept whole. */
export class Parts {
  private left = MOST_BYTES;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws Unread */
  static async of(bytes: Buffer): Promise<Parts> {
    const zip = await fromBufferPromise(bytes, { strictFileNames: false });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= MOST_PARTS) throw new Unread('too_large');
      if (entry.isEncrypted()) throw new Unread('encrypted');
      entries.set(entry.fileName, entry);
    }
    return new Parts(zip, entries);
  }

  /** Those whose names match, in the order of the numbers in them. */
  named(pattern: RegExp): readonly string[] {
    const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
    return [...this.entries.keys()].filter((name) => pattern.test(name)).sort((a, b) => number(a) - number(b));
  }

  /** Nothing is read of a part that is not there. @throws Unread */
  async read(name: string, reader: Reader): Promise<void> {
    const entry = this.entries.get(name);
    if (!entry) return;
    this.left -= entry.uncompressedSize;
    if (this.left < 0) throw new Unread('too_large');
    const parser = new BoundedXml(reader);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      if (reader.isDone?.()) return void stream.destroy();
    }
    parser.close();
  }
}
