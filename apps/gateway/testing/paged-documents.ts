import { CATALOG, pdfOf, pdfText, streamOf } from './pdf-builder';

const RESOURCES = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** What a test says of a page: its words, and what else stands in it. */
export type PageSaid = { readonly words: string; readonly head?: string };

/** A PDF of these pages, whose size and letters stand in the node above them; `more` begins with the number after them. */
export const aPagedPdf = (
  pages: readonly PageSaid[],
  {
    catalog = CATALOG,
    more = [],
    trailer = '',
  }: { catalog?: string; more?: readonly (string | Buffer)[]; trailer?: string } = {},
): Buffer => {
  const kids = pages.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 300 200] /Resources ${RESOURCES} >>`;
  const one = ({ words, head = '' }: PageSaid, at: number) => [
    `<< /Type /Page /Parent 2 0 R ${head} /Contents ${4 + 2 * at} 0 R >>`,
    streamOf(Buffer.from(`1 0 0 1 20 100 cm ${pdfText(words)}`), ''),
  ];
  return pdfOf([catalog, tree, ...pages.flatMap(one), ...more], trailer);
};

/** `word 1`, `word 2` and so on, a page each. */
export const pagesOf = (word: string, count: number): PageSaid[] =>
  Array.from({ length: count }, (_, at) => ({ words: `${word} ${at + 1}` }));
