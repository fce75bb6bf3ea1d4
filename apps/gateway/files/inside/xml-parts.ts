import { BoundedXml } from '../texts/bounded-xml';
import { decoded } from '../texts/plain-text';
import { withoutEncoded } from './encoded';
import { NOTHING, type Inside, type InsideLimits, type Part } from './inside';

/** Elements with a file in them: of UBL, and of CII. */
const WITH_FILE: ReadonlySet<string> = new Set(['EmbeddedDocumentBinaryObject', 'AttachmentBinaryObject']);
/** Elements with a number by which a file without a name is known. */
const REFERENCE: ReadonlySet<string> = new Set(['ID', 'IssuerAssignedID']);
const GAP = /^\s*(?:data:[^,]{0,200},)?\[encoded (\d+)\]\s*$/;
/** Some programs write the address by which a page would have a file. */
const ADDRESS = /^\s*data:[^,]{0,200},/;

/** Bytes of Base64, with line ends as XML writes them. */
const sizeOf = (text: string): number => {
  const letters = text.replace(/&#\w{1,3};|[^\w+/-]/g, '').length;
  return Math.floor((letters * 3) / 4);
};
const fileOf = (text: string): Buffer => Buffer.from(text.replace(/&#\w{1,3};/g, ''), 'base64');

type Found = { readonly name: string; readonly type: string | undefined; text: string };

/** The files in an electronic invoice. They are cut out before it is parsed, so that they count towards no limit. */
export const xmlParts = (bytes: Buffer, limits: InsideLimits): Inside => {
  const { bytes: whole, plain, runs } = withoutEncoded(bytes, (run) => Buffer.from(`[encoded ${run}]`));
  const found: Found[] = [];
  let open: Found | null = null;
  let isReference = false;
  let reference = '';
  const parser = new BoundedXml({
    open: (name, attribute) => {
      isReference = REFERENCE.has(name);
      if (isReference) reference = '';
      if (!WITH_FILE.has(name)) return;
      open = { name: attribute('filename') || reference, type: attribute('mimeCode'), text: '' };
      if (found.length <= limits.parts) found.push(open);
    },
    text: (text) => {
      if (open) open.text += text;
      else if (isReference) reference += text.trim();
    },
    close: (name) => {
      isReference = false;
      if (WITH_FILE.has(name)) open = null;
    },
  });
  parser.write(decoded(plain, false));
  parser.close();
  if (found.length === 0) return NOTHING;
  const parts = found.slice(0, limits.parts).map(({ name, type, text }, number): Part => {
    const run = runs[Number(GAP.exec(text)?.[1] ?? -1)];
    const content = run ? whole.toString('latin1', run.from, run.to) : text.replace(ADDRESS, '');
    return { number, name, size: sizeOf(content), content: () => fileOf(content), ...(type && { type }) };
  });
  return { parts, isCut: found.length > limits.parts, isForm: false };
};
