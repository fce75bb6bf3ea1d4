import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { namesOf } from './names';
import type { ENTRY_FAULTS, ZIP_FAULTS } from './zip-faults';

/** Why an archive is not unpacked; `path` is the offending entry, if there is one. */
export type ZipFault = {
  readonly code: (typeof ZIP_FAULTS)[number];
  readonly path: string | null;
};

export type ZipLimits = { readonly entries: number; readonly bytes: number; readonly path: number };

/** The directory's data of one entry. */
export type ZipEntry = {
  readonly index: number;
  readonly path: string;
  readonly isFolder: boolean;
  readonly size: number;
  /** Why it alone cannot be taken. */
  readonly fault: (typeof ENTRY_FAULTS)[number] | null;
};

/** Everything in the archive, as far as it can be read, and the first reason not to unpack it. */
export type Listing = { readonly entries: readonly ZipEntry[]; readonly fault: ZipFault | null };

export type Directory = Listing & { readonly zip: ZipFile | null; readonly found: readonly Entry[] };

const END = Buffer.from('PK\x05\x06', 'latin1');
const END_64_PLACE = 0x07064b50;
const LOCAL = Buffer.from('PK\x03\x04', 'latin1');
const SIZES = { end: 22, end64Place: 20, end64: 56, entry: 46 } as const;
const ENCRYPTED = 0x1;
/** Flag: size and checksum follow the content instead of preceding it. */
const IS_STREAMED = 0x8;
const STORED = 0;
const DEFLATED = 8;
const AES = 99;
/** The highest allowed compression ratio, for entries that are not small. */
const RATIO = { from: 1024 * 1024, most: 100 } as const;

type Bounds = { readonly start: number; readonly end: number; readonly count: number };

/** The place of the directory according to its end record. @returns null when that is impossible. */
const boundsOf = (bytes: Buffer): Bounds | null => {
  const end = bytes.lastIndexOf(END, bytes.length - SIZES.end);
  if (end < 0) return null;
  const place = end - SIZES.end64Place;
  if (place < 0 || bytes.readUInt32LE(place) !== END_64_PLACE) {
    const here = bytes.readUInt16LE(end + 8);
    const count = bytes.readUInt16LE(end + 10);
    const start = bytes.readUInt32LE(end + 16);
    return here === count && start + bytes.readUInt32LE(end + 12) === end ? { start, end, count } : null;
  }
  const record = Number(bytes.readBigUInt64LE(place + 8));
  if (record + SIZES.end64 > place) return null;
  const here = Number(bytes.readBigUInt64LE(record + 24));
  const count = Number(bytes.readBigUInt64LE(record + 32));
  const start = Number(bytes.readBigUInt64LE(record + 48));
  const size = Number(bytes.readBigUInt64LE(record + 40));
  return here === count && start + size === record ? { start, end: record, count } : null;
};

const failed = (code: ZipFault['code']): Directory => ({
  zip: null,
  found: [],
  entries: [],
  fault: { code, path: null },
});

const FILE_TYPE = 0o170_000;
const FOLDER = 0o040_000;
const FILE = 0o100_000;
const typeOf = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & FILE_TYPE;

const isFolder = (entry: Entry, path: string): boolean => {
  const isMarked = entry.versionMadeBy >> 8 === 0 && (entry.externalFileAttributes & 0x10) !== 0;
  return path.endsWith('/') || typeOf(entry) === FOLDER || (isMarked && entry.uncompressedSize === 0);
};

const slashes = (name: Buffer): string => name.toString('latin1').replaceAll('\\', '/');

type Span = { readonly from: number; readonly to: number; readonly path: string };

/** A fault of one entry, from the directory and its own header. */
const faultOf = async (zip: ZipFile, entry: Entry, spans: Span[], path: string): Promise<ZipFault['code'] | null> => {
  const { generalPurposeBitFlag: flags, compressionMethod: method, compressedSize, uncompressedSize } = entry;
  if ((flags & ENCRYPTED) !== 0 || method === AES) return 'ZIP_ENCRYPTED';
  if (![0, FOLDER, FILE].includes(typeOf(entry))) return 'ZIP_UNSAFE';
  if (isFolder(entry, path) && uncompressedSize > 0) return 'ZIP_UNSAFE';
  if (uncompressedSize > RATIO.from && uncompressedSize > RATIO.most * compressedSize) return 'ZIP_UNSAFE';
  const local = await zip.readLocalFileHeaderPromise(entry);
  spans.push({ from: entry.relativeOffsetOfLocalHeader, to: local.fileDataStart + compressedSize, path });
  if (slashes(local.fileName) !== slashes(entry.fileNameRaw)) return 'ZIP_UNSAFE';
  if (local.compressionMethod !== method || (local.generalPurposeBitFlag & ENCRYPTED) !== 0) return 'ZIP_CORRUPT';
  if ((local.generalPurposeBitFlag & IS_STREAMED) !== 0) return null;
  const differs = (here: number, there: number) => here !== 0xffff_ffff && here !== there;
  const isOther =
    local.crc32 !== entry.crc32 ||
    differs(local.compressedSize, compressedSize) ||
    differs(local.uncompressedSize, uncompressedSize);
  return isOther ? 'ZIP_CORRUPT' : null;
};

/** The first entry whose bytes overlap those of another, or the directory. */
const overlapping = (spans: readonly Span[], directory: number): Span | null => {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  return sorted.find(({ to }, at) => to > (sorted[at + 1]?.from ?? directory)) ?? null;
};

/** The code for an error of the library, which only has messages. */
const codeOf = (error: unknown): ZipFault['code'] =>
  /encryption/.test((error as Error).message) ? 'ZIP_ENCRYPTED' : 'ZIP_CORRUPT';

const entriesOf = async (zip: ZipFile): Promise<Entry[]> => {
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) found.push(entry);
  return found;
};

/** Reads the directory of an archive, and none of its contents. */
export const readDirectory = async (bytes: Buffer, limits: ZipLimits): Promise<Directory> => {
  const isBegun = bytes.subarray(0, LOCAL.length).equals(LOCAL);
  if (bytes.lastIndexOf(END) < 0) return failed(isBegun ? 'ZIP_CORRUPT' : 'NOT_A_ZIP');
  const bounds = boundsOf(bytes);
  if (!bounds) return failed('ZIP_CORRUPT');
  if (bounds.count > limits.entries) return failed('ZIP_TOO_MANY');
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false });
    const found = await entriesOf(zip);
    const length = found.reduce(
      (sum, { fileNameLength, extraFieldLength, fileCommentLength }) =>
        sum + SIZES.entry + fileNameLength + extraFieldLength + fileCommentLength,
      0,
    );
    // entries not counted in the directory would be seen by other readers
    if (bounds.start + length !== bounds.end) return failed('ZIP_CORRUPT');
    return await checked(zip, found, { bounds, limits });
  } catch (error) {
    return failed(codeOf(error));
  }
};

const checked = async (
  zip: ZipFile,
  found: readonly Entry[],
  { bounds, limits }: { readonly bounds: Bounds; readonly limits: ZipLimits },
): Promise<Directory> => {
  const names = namesOf(
    found.map(({ fileNameRaw: name, generalPurposeBitFlag: flags, extraFields: extra }) => ({
      bytes: name.subarray(0, limits.path + 1),
      isUtf8: (flags & 0x800) !== 0,
      extra,
    })),
  );
  const entries: ZipEntry[] = [];
  const spans: Span[] = [];
  const faults: ZipFault[] = [];
  let total = 0;
  for (const [index, entry] of found.entries()) {
    const name = names[index] ?? null;
    const path = (name ?? entry.fileNameRaw.subarray(0, limits.path).toString('latin1')).replaceAll('\\', '/');
    const code = await faultOf(zip, entry, spans, path).catch(codeOf);
    if (code) faults.push({ code, path });
    total += entry.uncompressedSize;
    // the sum is to blame, not the entry that exceeded it
    if (total > limits.bytes) faults.push({ code: 'ZIP_TOO_LARGE', path: null });
    const isReadable = name !== null && [STORED, DEFLATED].includes(entry.compressionMethod);
    const fault = entry.fileNameLength > limits.path ? 'TOO_DEEP' : isReadable ? null : 'ZIP_CORRUPT';
    entries.push({ index, path, isFolder: isFolder(entry, path), size: entry.uncompressedSize, fault });
  }
  const shared = overlapping(spans, bounds.start);
  if (shared) faults.push({ code: 'ZIP_UNSAFE', path: shared.path });
  return { zip, found, entries, fault: faults[0] ?? null };
};
