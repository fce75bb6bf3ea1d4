import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const packed = promisify(deflate);

/** The objects of a PDF as they are sent, and where each of them stands. */
export const pdfObjects = () => {
  const offsets: number[] = [];
  let written = 0;
  const sent = (bytes: Buffer): Buffer => {
    written += bytes.length;
    return bytes;
  };
  return {
    /** The second line has bytes that are no text, so that nobody takes it for one. */
    begin: () => sent(Buffer.concat([Buffer.from('%PDF-1.7\n%'), Buffer.from('e2e3cfd30a', 'hex')])),
    object: (id: number, body: string): Buffer => {
      offsets[id] = written;
      return sent(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'));
    },
    stream: async (id: number, content: Buffer | string, more = ''): Promise<Buffer> => {
      const bytes = await packed(content);
      offsets[id] = written;
      const begin = `${id} 0 obj\n<< /Length ${bytes.length} /Filter /FlateDecode${more} >>\nstream\n`;
      return sent(Buffer.concat([Buffer.from(begin), bytes, Buffer.from('\nendstream\nendobj\n')]));
    },
    end: (root: number, about: number): Buffer => {
      const places = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
      const table = `xref\n0 ${offsets.length}\n0000000000 65535 f \n${places.join('')}`;
      const trailer = `trailer\n<< /Size ${offsets.length} /Root ${root} 0 R /Info ${about} 0 R >>\n`;
      return Buffer.from(`${table}${trailer}startxref\n${written}\n%%EOF\n`, 'latin1');
    },
  };
};

/** A number as the glyphs of a text are written. */
export const hex = (value: number): string => value.toString(16).padStart(4, '0');
const codesOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
/** A text of whatever letters. */
export const textOf = (text: string): string => `<feff${codesOf(text)}>`;

/** So many letters one part of their table may name. */
const LETTERS_TOGETHER = 100;

/** Which letters the glyphs are, for whoever searches or copies. */
export const lettersOf = (used: ReadonlyMap<number, string>): string => {
  const all = [...used].map(([glyph, character]) => `<${hex(glyph)}> <${codesOf(character)}>`);
  const parts: string[] = [];
  for (let at = 0; at < all.length; at += LETTERS_TOGETHER) {
    const some = all.slice(at, at + LETTERS_TOGETHER);
    parts.push(`${some.length} beginbfchar`, ...some, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    parts.join('\n'),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
};
