import { ZipFile } from 'yazl';

/** An archive of these parts. */
export const packed = async (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer<ArrayBuffer>> => {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

export type Made = {
  /** The content of `sheetData`, by sheet. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Sheets that are hidden. */
  readonly hidden?: readonly string[];
  /** Formats, which styles 1, 2, … have. */
  readonly formats?: readonly string[];
  readonly shared?: readonly string[];
  readonly is1904?: boolean;
};

/** The parts of a workbook of Excel, named and numbered against their order: only relations lead to them. */
export const xlsxParts = ({ sheets, hidden = [], formats = [], shared = [], is1904 = false }: Made) => {
  const all = Object.entries(sheets);
  const file = (at: number) => `xl/data/part${all.length - at}.xml`;
  const named = all.map(([name], at) => {
    const state = hidden.includes(name) ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${at + 7}"${state} r:id="rel${at}"/>`;
  });
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['r1', 'officeDocument', '/xl/book.xml']]),
    'xl/book.xml': `<workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/book.xml.rels': relations([
      ...all.map((_, at) => [`rel${at}`, 'worksheet', file(at).slice(3)] as const),
      ['t', 'sharedStrings', 'texts.xml'],
      ['s', 'styles', '/xl/looks.xml'],
    ]),
    'xl/texts.xml': `<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/looks.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      all.map(([, data], at) => [file(at), `<worksheet><sheetData>${data}</sheetData></worksheet>`]),
    ),
  };
};

export const xlsx = (made: Made) => packed(xlsxParts(made));
