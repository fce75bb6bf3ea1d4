import { deflateSync } from 'node:zlib';

/** A PDF of these objects, numbered from 1, the first its catalog; with a cross-reference table, or as given. */
export const pdfOf = (
  objects: readonly (string | Buffer)[],
  trailer = '',
  end: (at: number) => string = String,
): Buffer => {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = pieces[0]!.length;
  const add = (piece: string | Buffer) => {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(at);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
  }
  const table = at;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${end(table)}\n%%EOF`);
  return Buffer.concat(pieces);
};

export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
export const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const FONT = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
export const pageOf = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources ${FONT} ${more} >>`;
export const streamOf = (content: Buffer, head: string) =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${head} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
export const packed = (content: string | Buffer, times = 1): Buffer => {
  let bytes = Buffer.from(content);
  for (let time = 0; time < times; time += 1) bytes = deflateSync(bytes);
  return streamOf(bytes, `/Filter [${'/FlateDecode '.repeat(times)}]`);
};
/** A page with this content. */
export const pdfWith = (content: string | Buffer, ...more: readonly (string | Buffer)[]) =>
  pdfOf([CATALOG, PAGES, pageOf('/Contents 4 0 R'), content, ...more]);
export const pdfText = (text: string) => `BT /F 9 Tf (${text}) Tj ET\n`;

type Page = { readonly content: string; readonly head: string };
/** Pages with their content and attributes. */
export const pdfOfPages = (pages: readonly Page[]) => {
  const kids = pages.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  const one = ({ content, head }: Page, at: number) => [
    `<< /Type /Page /Parent 2 0 R ${head} /Contents ${4 + 2 * at} 0 R >>`,
    packed(content),
  ];
  return pdfOf([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`, ...pages.flatMap(one)]);
};
