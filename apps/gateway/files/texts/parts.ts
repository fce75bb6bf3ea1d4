import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { BoundedXml, type XmlReader } from './bounded-xml';
import { Unread } from './outcome';

/** Limit of all unpacked parts: a document has less. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_PARTS = 5_000;

/** What a document with a password has in the container of older ones that it lies in. */
const LOCKED = Buffer.from('EncryptedPackage\0', 'utf16le');

const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

export type Reader = XmlReader & {
  /** Whether to stop reading. */
  readonly isDone?: () => boolean;
};

/** Office documents are archives of XML. Each part is parsed while it is unpacked, and none is held whole. */
export class Parts {
  private left = MOST_BYTES;
  /** By names as programs compare them. */
  private readonly alike: ReadonlyMap<string, Entry>;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {
    this.alike = new Map([...entries].map(([name, entry]) => [keyOf(name), entry]));
  }

  /** @throws Unread */
  static async of(bytes: Buffer): Promise<Parts> {
    if (bytes[0] === 0xd0 && bytes.includes(LOCKED)) throw new Unread('encrypted');
    const zip = await fromBufferPromise(bytes, { strictFileNames: false });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= MOST_PARTS) throw new Unread('too_large');
      if (entry.isEncrypted()) throw new Unread('encrypted');
      entries.set(entry.fileName, entry);
    }
    return new Parts(zip, entries);
  }

  /** Parts with matching names, in the order of the numbers in them. */
  named(pattern: RegExp): readonly string[] {
    const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
    return [...this.entries.keys()].filter((name) => pattern.test(name)).sort((a, b) => number(a) - number(b));
  }

  /** Whether the part is there; a missing one counts as empty. @throws Unread */
  async read(name: string, reader: Reader): Promise<boolean> {
    const entry = this.entries.get(name) ?? this.alike.get(keyOf(name));
    if (!entry) return false;
    this.left -= entry.uncompressedSize;
    if (this.left < 0) throw new Unread('too_large');
    const parser = new BoundedXml(reader);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      if (reader.isDone?.()) {
        stream.destroy();
        return true;
      }
    }
    parser.close();
    return true;
  }
}
