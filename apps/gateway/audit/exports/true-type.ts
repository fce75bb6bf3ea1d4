/** What a PDF has to know of a font: which glyph a letter has, and how wide each is, in thousandths. */
export type Font = {
  readonly bytes: Buffer;
  readonly widths: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
  readonly glyphOf: (character: string) => number;
};

const tablesOf = (bytes: Buffer): ReadonlyMap<string, number> => {
  const tables = new Map<string, number>();
  for (let nth = 0; nth < bytes.readUInt16BE(4); nth += 1) {
    const at = 12 + nth * 16;
    tables.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8));
  }
  return tables;
};

/** Letters by their code, as the table of format 4 has them; others have no glyph. */
const glyphsIn = (bytes: Buffer, cmap: number): ((code: number) => number) => {
  const count = bytes.readUInt16BE(cmap + 2);
  const subtables = Array.from({ length: count }, (_, nth) => cmap + bytes.readUInt32BE(cmap + 4 + nth * 8 + 4));
  const table = subtables.find((at) => bytes.readUInt16BE(at) === 4);
  if (table === undefined) throw new Error('a font without letters by their code');
  const doubled = bytes.readUInt16BE(table + 6);
  const ends = table + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  return (code) => {
    for (let at = 0; at < doubled; at += 2) {
      if (code > bytes.readUInt16BE(ends + at)) continue;
      const start = bytes.readUInt16BE(starts + at);
      if (code < start) return 0;
      const delta = bytes.readUInt16BE(deltas + at);
      const offset = bytes.readUInt16BE(offsets + at);
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = bytes.readUInt16BE(offsets + at + offset + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
};

/** Reads a TrueType font. */
export const trueType = (bytes: Buffer): Font => {
  const tables = tablesOf(bytes);
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((name) => tables.get(name)!) as [
    number,
    number,
    number,
    number,
  ];
  const units = bytes.readUInt16BE(head + 18);
  const scaled = (value: number) => Math.round((value * 1000) / units);
  const measured = bytes.readUInt16BE(hhea + 34);
  const widths = Array.from({ length: bytes.readUInt16BE(maxp + 4) }, (_, glyph) =>
    scaled(bytes.readUInt16BE(hmtx + 4 * Math.min(glyph, measured - 1))),
  );
  const glyphs = glyphsIn(bytes, tables.get('cmap')!);
  const known = new Map<string, number>();
  const instead = glyphs('?'.charCodeAt(0));
  return {
    bytes,
    widths,
    ascent: scaled(bytes.readInt16BE(hhea + 4)),
    descent: scaled(bytes.readInt16BE(hhea + 6)),
    box: [36, 38, 40, 42].map((at) => scaled(bytes.readInt16BE(head + at))),
    glyphOf: (character) => {
      const before = known.get(character);
      if (before !== undefined) return before;
      const code = character.codePointAt(0)!;
      const glyph = (code <= 0xffff ? glyphs(code) : 0) || instead;
      if (known.size < 2_000) known.set(character, glyph);
      return glyph;
    },
  };
};
