import { crc32 } from 'node:zlib';
import iconv from 'iconv-lite';

/** A name as stored in an archive. */
export type RawName = {
  readonly bytes: Buffer;
  readonly isUtf8: boolean;
  readonly extra: readonly { readonly id: number; readonly data: Buffer }[];
};

/** Info-ZIP's extra field with the UTF-8 name, which contains a checksum of the header's name. */
const UNICODE_PATH = 0x7075;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const asUtf8 = (bytes: Buffer): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

const unicodePath = ({ bytes, extra }: RawName): string | null => {
  const field = extra.find(({ id, data }) => id === UNICODE_PATH && data.length > 5 && data[0] === 1);
  return field && field.data.readUInt32LE(1) === crc32(bytes) ? asUtf8(field.data.subarray(5)) : null;
};

/** How much a letter speaks for a code page: Romanian ones most, symbols against it. */
const ROMANIAN = /[ăâîșțşţ]/giu;
const WESTERN = /[äöüßéèêëàçñïô]/giu;
const LETTER = /\p{L}/gu;
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
const likeness = (text: string): number =>
  4 * count(text, ROMANIAN) + 2 * count(text, WESTERN) + 2 * count(text, LETTER) - text.length;

/** The code page in which the old names of an archive read best: that of central Europe, or the original one. */
const codePageOf = (names: readonly Buffer[]): 'cp852' | 'cp437' => {
  const score = (page: string) => names.reduce((sum, bytes) => sum + likeness(iconv.decode(bytes, page)), 0);
  return score('cp437') > score('cp852') ? 'cp437' : 'cp852';
};

const CEDILLA: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' };

/** Decoded names, composed, with commas below; null for one that is wrongly declared as UTF-8. */
export const namesOf = (raw: readonly RawName[]): readonly (string | null)[] => {
  const known = raw.map((name) => unicodePath(name) ?? asUtf8(name.bytes));
  const old = raw.filter(({ isUtf8 }, at) => known[at] === null && !isUtf8).map(({ bytes }) => bytes);
  const page = codePageOf(old);
  return raw.map(({ bytes, isUtf8 }, at) => {
    const name = known[at] ?? (isUtf8 ? null : iconv.decode(bytes, page));
    return name && name.normalize('NFC').replace(/[şţŞŢ]/gu, (letter) => CEDILLA[letter]!);
  });
};
