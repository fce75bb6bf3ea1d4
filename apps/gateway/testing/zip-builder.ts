import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive, whose headers can be made to differ from its content. */
export type Made = {
  readonly name: string | Buffer;
  readonly data?: Buffer | string;
  /** Compressed already: `data` is then only what the headers describe. */
  readonly packed?: Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly packedSize?: number;
  /** The system that made it, in the high byte. */
  readonly madeBy?: number;
  /** Unix mode, with the file's type. */
  readonly mode?: number;
  readonly extra?: Buffer;
  /** Overrides of the header before the content. */
  readonly local?: Partial<Pick<Made, 'name' | 'method' | 'flags' | 'crc' | 'size' | 'packedSize'>>;
  /** The offset in the directory. */
  readonly at?: number;
};

export type Around = {
  readonly count?: number;
  readonly directoryAt?: number;
  readonly directorySize?: number;
  readonly before?: Buffer;
  readonly after?: Buffer;
  readonly comment?: Buffer;
  readonly disk?: number;
  /** Uses ZIP64 for the directory's offset and count. */
  readonly zip64?: { readonly count?: number; readonly at?: number; readonly recordAt?: number };
};

const UTF8 = 0x800;
export const UNIX = 3 << 8;
const bytesOf = (text: string | Buffer): Buffer => (typeof text === 'string' ? Buffer.from(text) : text);

const header = (signature: number, layout: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
  const bytes = Buffer.alloc(4 + layout.reduce((sum, [, size]) => sum + size, 0));
  bytes.writeUInt32LE(signature);
  let at = 4;
  for (const [value, size] of layout) at = bytes.writeUIntLE(value, at, size);
  return bytes;
};

/** One extra field. */
export const extraField = (id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};

const partsOf = (made: Made) => {
  const { data = '', method = 8, flags = typeof made.name === 'string' ? UTF8 : 0 } = made;
  const plain = bytesOf(data);
  const packed = made.packed ?? (method === 8 ? deflateRawSync(plain) : plain);
  const { crc = crc32(plain), size = plain.length, packedSize = packed.length } = made;
  return { name: bytesOf(made.name), packed, method, flags, crc, size, packedSize };
};

const longer = ({ count = 0, at = 0, size = 0 }: { count?: number; at?: number; size?: number }): Buffer => {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(at), 48);
  return record;
};
const placeOfLonger = (at: number): Buffer => {
  const place = Buffer.alloc(20);
  place.writeUInt32LE(0x07064b50, 0);
  place.writeBigUInt64LE(BigInt(at), 8);
  place.writeUInt32LE(1, 16);
  return place;
};

/** An archive with exactly these headers, consistent or not. */
export const zipOf = (entries: readonly Made[], around: Around = {}): Buffer => {
  const contents: Buffer[] = [around.before ?? Buffer.alloc(0)];
  const directory: Buffer[] = [];
  let at = contents[0]!.length;
  for (const made of entries) {
    const central = partsOf(made);
    const local = { ...central, ...made.local, name: bytesOf(made.local?.name ?? made.name) };
    const extra = made.extra ?? Buffer.alloc(0);
    const common = ({ flags, method, crc, packedSize, size, name }: typeof central) =>
      [
        ...([
          [flags, 2],
          [method, 2],
          [0x6000, 2],
          [0x5b21, 2],
          [crc, 4],
          [packedSize, 4],
          [size, 4],
        ] as const),
        [name.length, 2],
      ] as const;
    const head = [header(0x04034b50, [[20, 2], ...common(local), [0, 2]]), local.name, central.packed];
    const attributes = ((made.mode ?? 0) * 0x1_0000) >>> 0;
    const entry = header(0x02014b50, [
      ...([
        [made.madeBy ?? (made.mode ? UNIX : 0), 2],
        [20, 2],
      ] as const),
      ...common(central),
      ...([
        [extra.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [attributes, 4],
        [made.at ?? at, 4],
      ] as const),
    ]);
    contents.push(...head);
    directory.push(entry, central.name, extra);
    at += head.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const { zip64, comment = Buffer.alloc(0) } = around;
  const count = around.count ?? entries.length;
  const size = around.directorySize ?? listed.length;
  const start = around.directoryAt ?? at;
  const long = zip64
    ? [
        longer({ count: zip64.count ?? count, at: zip64.at ?? at, size }),
        placeOfLonger(zip64.recordAt ?? at + listed.length),
      ]
    : [];
  const end = header(0x06054b50, [
    ...([
      [around.disk ?? 0, 2],
      [0, 2],
    ] as const),
    ...([
      [zip64 ? 0xffff : count, 2],
      [zip64 ? 0xffff : count, 2],
    ] as const),
    ...([
      [size, 4],
      [zip64 ? 0xffff_ffff : start, 4],
      [comment.length, 2],
    ] as const),
  ]);
  return Buffer.concat([...contents, listed, ...long, end, comment, around.after ?? Buffer.alloc(0)]);
};
