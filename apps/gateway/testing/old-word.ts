const SECTOR = 512;
const END = -2;
const FREE = -1;
const TABLES = -3;
const sectorsOf = (bytes: Buffer) => Math.ceil(bytes.length / SECTOR);

const entry = (name: string, type: number, [right, child, first, size]: readonly [number, number, number, number]) => {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeInt16LE(name.length * 2 + 2, 64);
  bytes.writeInt8(type, 66);
  for (const [at, value] of [
    [68, -1],
    [72, right],
    [76, child],
    [116, first],
    [120, size],
  ] as const)
    bytes.writeInt32LE(value, at);
  return bytes;
};

/** Streams in a compound file, as old office programs write it. `chained`: which sector follows which, when not the next. */
export const compound = (
  streams: Readonly<Record<string, Buffer>>,
  chained: Readonly<Record<number, number>> = {},
): Buffer => {
  const table = new Int32Array(SECTOR / 4).fill(FREE);
  const pieces = [] as Buffer[];
  // the table itself, and the directory
  [table[0], table[1]] = [TABLES, END];
  const entries: Buffer[] = [];
  let next = 2;
  const all = Object.entries(streams);
  for (const [index, [name, bytes]] of all.entries()) {
    const count = sectorsOf(bytes);
    for (let at = 0; at < count; at += 1) table[next + at] = at === count - 1 ? END : next + at + 1;
    entries.push(entry(name, 2, [index === all.length - 1 ? -1 : index + 2, -1, next, bytes.length]));
    pieces.push(Buffer.concat([bytes], count * SECTOR));
    next += count;
  }
  for (const [at, follows] of Object.entries(chained)) table[Number(at)] = follows;
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeInt16LE(9, 30);
  header.writeInt16LE(6, 32);
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [60, END],
    [68, END],
  ] as const)
    header.writeInt32LE(value, at);
  for (let at = 80; at < SECTOR; at += 4) header.writeInt32LE(FREE, at);
  const directory = Buffer.concat([entry('Root Entry', 5, [-1, 1, END, 0]), ...entries], SECTOR);
  return Buffer.concat([header, Buffer.from(table.buffer), directory, ...pieces]);
};

const TEXT_AT = 0x800;

/** A Word document from before 2007 with this text. */
export const oldWord = (text: string, { isLocked = false, chained = {} } = {}): Buffer => {
  const head = Buffer.alloc(TEXT_AT);
  head.writeUInt16LE(0xa5ec, 0);
  head.writeUInt16LE(isLocked ? 0x0100 : 0, 10);
  head.writeUInt32LE(text.length, 0x4c);
  const pieces = Buffer.alloc(21);
  pieces.writeUInt8(2, 0);
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(TEXT_AT, 15);
  return compound({ WordDocument: Buffer.concat([head, Buffer.from(text, 'utf16le')]), '0Table': pieces }, chained);
};
