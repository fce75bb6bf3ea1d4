import { pace } from '@dosar/kernel/runtime';
import { hex, lettersOf, pdfObjects, textOf } from './pdf-objects';
import type { Font } from './true-type';

/** A4 in points, and what is left free at its edges. */
const PAGE = { width: 595, height: 842, margin: 48 } as const;
const ROOM = PAGE.height - 2 * PAGE.margin;
const SIZES = { title: 15, text: 8.5, small: 7 } as const;
const LINE_HEIGHT = 1.4;
const PARAGRAPH_GAP = 4;

export type PdfParagraph = { readonly style: keyof typeof SIZES; readonly text: string };

type Line = { readonly style: keyof typeof SIZES; readonly glyphs: readonly number[]; readonly gap: number };
const heightOf = ({ style, gap }: Line): number => SIZES[style] * LINE_HEIGHT + gap;

/** Objects of every document: pages come after them. */
const ID = {
  catalog: 1,
  pages: 2,
  font: 3,
  glyphs: 4,
  descriptor: 5,
  bytes: 6,
  letters: 7,
  about: 8,
  first: 9,
} as const;

/** The lines of a paragraph, broken where it has blanks, or where a word is too long for a line. */
const linesOf = (font: Font, { style, text }: PdfParagraph, used: Map<number, string>): Line[] => {
  const width = ((PAGE.width - 2 * PAGE.margin) * 1000) / SIZES[style];
  const lines: Line[] = [];
  let glyphs: number[] = [];
  let taken = 0;
  let blank = -1;
  const end = (at: number) => {
    lines.push({ style, glyphs: glyphs.slice(0, at), gap: lines.length === 0 ? PARAGRAPH_GAP : 0 });
    glyphs = glyphs.slice(at);
    taken = glyphs.reduce((sum, glyph) => sum + font.widths[glyph]!, 0);
    blank = -1;
  };
  for (const character of text.normalize('NFC').replace(/[\p{Cc}\p{Cf}]+/gu, ' ')) {
    const glyph = font.glyphOf(character);
    used.set(glyph, used.get(glyph) ?? character);
    glyphs.push(glyph);
    taken += font.widths[glyph]!;
    if (taken > width) end(blank > 0 ? blank : glyphs.length - 1);
    if (character === ' ') blank = glyphs.length;
  }
  end(glyphs.length);
  return lines;
};

/** What draws the lines of a page. */
const drawn = (lines: readonly Line[]): string => {
  const all = ['BT'];
  let y: number = PAGE.height - PAGE.margin;
  for (const line of lines) {
    const { style, glyphs } = line;
    y -= heightOf(line);
    const place = `1 0 0 1 ${PAGE.margin} ${y.toFixed(1)} Tm`;
    const shade = style === 'small' ? '0.35 g' : '0 g';
    all.push(`${shade} /F ${SIZES[style]} Tf ${place} <${glyphs.map(hex).join('')}> Tj`);
  }
  return [...all, 'ET'].join('\n');
};

/** Lines as many as a page holds. */
async function* pagesOf(paragraphs: AsyncIterable<PdfParagraph>, linesFor: (paragraph: PdfParagraph) => Line[]) {
  const rest = pace();
  let lines: Line[] = [];
  let room = ROOM;
  for await (const paragraph of paragraphs) {
    for (const line of linesFor(paragraph)) {
      if (heightOf(line) > room) {
        yield lines;
        lines = [];
        room = ROOM;
      }
      lines.push(line);
      room -= heightOf(line);
    }
    await rest();
  }
  yield lines;
}

type About = { readonly font: Font; readonly title: string; readonly language: string };

/** A PDF page by page, while its paragraphs come: no more than one page of them is in memory. */
export async function* pdfOf(paragraphs: AsyncIterable<PdfParagraph>, about: About): AsyncGenerator<Buffer> {
  const { begin, object, stream, end } = pdfObjects();
  const used = new Map<number, string>();
  const pages: number[] = [];
  const more = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F ${ID.font} 0 R >> >>`;
  yield begin();
  for await (const lines of pagesOf(paragraphs, (each) => linesOf(about.font, each, used))) {
    const id = ID.first + 2 * pages.length;
    pages.push(id);
    yield await stream(id + 1, drawn(lines));
    yield object(id, `<< /Type /Page /Parent ${ID.pages} 0 R ${more} /Contents ${id + 1} 0 R >>`);
  }
  yield await stream(ID.bytes, about.font.bytes, ` /Length1 ${about.font.bytes.length}`);
  yield await stream(ID.letters, lettersOf(used));
  for (const [id, body] of fontObjects(about.font)) yield object(id, body);
  const kids = pages.map((id) => `${id} 0 R`).join(' ');
  yield object(ID.pages, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  yield object(ID.catalog, `<< /Type /Catalog /Pages ${ID.pages} 0 R /Lang (${about.language}) >>`);
  yield object(ID.about, `<< /Title ${textOf(about.title)} >>`);
  yield end(ID.catalog, ID.about);
}

/** What a reader has to know of the font, whose bytes go along. */
const fontObjects = ({ box, ascent, descent, widths }: Font): (readonly [number, string])[] => {
  const name = '/DosarSans';
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const size = `/FontBBox [${box.join(' ')}] /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent}`;
  const shape = `/Flags 4 /ItalicAngle 0 /StemV 80 ${size} /FontFile2 ${ID.bytes} 0 R`;
  const glyphs = `${system} /FontDescriptor ${ID.descriptor} 0 R /CIDToGIDMap /Identity /W [0 [${widths.join(' ')}]]`;
  const coding = `/Encoding /Identity-H /DescendantFonts [${ID.glyphs} 0 R] /ToUnicode ${ID.letters} 0 R`;
  return [
    [ID.descriptor, `<< /Type /FontDescriptor /FontName ${name} ${shape} >>`],
    [ID.glyphs, `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} ${glyphs} >>`],
    [ID.font, `<< /Type /Font /Subtype /Type0 /BaseFont ${name} ${coding} >>`],
  ];
};
