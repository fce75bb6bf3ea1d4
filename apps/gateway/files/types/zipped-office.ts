import type { Extension } from '@dosar/contracts';
import { notTaken, type Watch } from './watch';

const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument.';
/** What is in a packed document of this type, in any place: writers put its parts in any order. */
const MARKS: readonly (readonly [mark: string, type: Extension])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
  [`${OPEN_DOCUMENT}text`, 'odt'],
  [`${OPEN_DOCUMENT}spreadsheet`, 'ods'],
  [`${OPEN_DOCUMENT}presentation`, 'odp'],
];
const LONGEST = 64;
/** What every packed document has, by what its name begins with: the name then says which it is. */
const PART_OF: Readonly<Partial<Record<Extension, string>>> = {
  docx: '[Content_Types].xml',
  xlsx: '[Content_Types].xml',
  pptx: '[Content_Types].xml',
  odt: 'mimetype',
  ods: 'mimetype',
  odp: 'mimetype',
};

/** A ZIP that is to be a document: its parts are also named in the directory at its end. */
export const watchZip = (named: Extension, head: Buffer): Watch => {
  const types = new Set<Extension>();
  const part = PART_OF[named];
  let rest: Buffer = Buffer.alloc(0);
  const look = (bytes: Buffer) => {
    for (const [mark, type] of MARKS) if (!types.has(type) && bytes.includes(mark)) types.add(type);
    if (part !== undefined && !types.has(named) && bytes.includes(part)) types.add(named);
  };
  const chunk = (bytes: Buffer) => {
    look(bytes);
    look(Buffer.concat([rest, bytes.subarray(0, LONGEST)]));
    rest = bytes.subarray(-LONGEST);
  };
  chunk(head);
  const end = (): Extension => {
    const [type] = types;
    if (type === undefined) throw notTaken('content_found', { extension: named, found: 'zip' });
    return types.has(named) ? named : type;
  };
  return { chunk, end };
};
