import { Unread } from '../texts/outcome';

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER = 512;
const ENTRY = 128;
const IN_HEADER = 109;
/** Sectors from here on are marks: the end of a chain, free, and the like. */
const MARKS = 0xffff_fffa;
const STREAM = 2;
const ROOT = 5;

type Entry = { readonly name: string; readonly type: number; readonly start: number; readonly size: number };

/**
 * A file of streams, as office programs wrote before 2007. Each chain of sectors is as long as the file at most, whatever it
 * says. @throws Unread
 */
export class CompoundFile {
  private readonly sector: number;
  private readonly most: number;
  private readonly table: readonly number[];
  private readonly entries: readonly Entry[];

  constructor(private readonly bytes: Buffer) {
    if (bytes.length < HEADER || !bytes.subarray(0, 8).equals(MAGIC)) throw new Unread('damaged');
    this.sector = 1 << Math.min(bytes.readUInt16LE(30), 12);
    if (this.sector < 512) throw new Unread('damaged');
    this.most = Math.ceil(bytes.length / this.sector);
    this.table = this.tableSectors();
    this.entries = this.directory();
  }

  /** The stream with one of these names; null when there is none. */
  stream(names: readonly string[]): Buffer | null {
    const wanted = names.map((name) => name.toLowerCase());
    const found = this.entries.find(({ name, type }) => type === STREAM && wanted.includes(name.toLowerCase()));
    if (!found) return null;
    const isSmall = found.size < this.bytes.readUInt32LE(56);
    const whole = isSmall ? this.small(found) : this.chain(found.start);
    return whole.subarray(0, found.size);
  }

  private at(sector: number): Buffer {
    const from = (sector + 1) * this.sector;
    if (from >= this.bytes.length) throw new Unread('damaged');
    return this.bytes.subarray(from, from + this.sector);
  }

  /** The sectors of the table that says which sector follows which. */
  private tableSectors(): readonly number[] {
    const sectors: number[] = [];
    const add = (sector: number) => void (sector < MARKS && sectors.push(sector));
    for (let at = 0; at < IN_HEADER; at += 1) add(this.bytes.readUInt32LE(76 + at * 4));
    let next = this.bytes.readUInt32LE(68);
    for (let count = 0; next < MARKS; count += 1) {
      if (count > this.most) throw new Unread('damaged');
      const more = this.at(next);
      const last = Math.floor(more.length / 4) - 1;
      for (let at = 0; at < last; at += 1) add(more.readUInt32LE(at * 4));
      next = last < 0 ? MARKS : more.readUInt32LE(last * 4);
    }
    return sectors;
  }

  private following(sector: number): number {
    const each = this.sector / 4;
    const table = this.table[Math.floor(sector / each)];
    const place = (sector % each) * 4;
    const part = table === undefined ? null : this.at(table);
    return part && part.length >= place + 4 ? part.readUInt32LE(place) : MARKS;
  }

  private chain(start: number): Buffer {
    const parts: Buffer[] = [];
    for (let sector = start; sector < MARKS; sector = this.following(sector)) {
      if (parts.length > this.most) throw new Unread('damaged');
      parts.push(this.at(sector));
    }
    return Buffer.concat(parts);
  }

  private directory(): readonly Entry[] {
    const bytes = this.chain(this.bytes.readUInt32LE(48));
    const entries: Entry[] = [];
    for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) {
      const length = Math.min(Math.max(bytes.readUInt16LE(at + 64) - 2, 0), 62);
      const name = bytes.toString('utf16le', at, at + length);
      const type = bytes.readUInt8(at + 66);
      entries.push({ name, type, start: bytes.readUInt32LE(at + 116), size: bytes.readUInt32LE(at + 120) });
    }
    return entries;
  }

  /** Small streams are chains of small sectors in the stream of the root. */
  private small({ start, size }: Entry): Buffer {
    const root = this.entries.find(({ type }) => type === ROOT);
    if (!root) throw new Unread('damaged');
    const whole = this.chain(root.start);
    const table = this.chain(this.bytes.readUInt32LE(60));
    const each = 1 << Math.min(this.bytes.readUInt16LE(32), 9);
    const parts: Buffer[] = [];
    for (let sector = start, left = size; sector < MARKS && left > 0; left -= each) {
      if (sector * each >= whole.length || sector * 4 + 4 > table.length) throw new Unread('damaged');
      parts.push(whole.subarray(sector * each, (sector + 1) * each));
      sector = table.readUInt32LE(sector * 4);
    }
    return Buffer.concat(parts);
  }
}
