import { SaxesParser } from 'saxes';
import { Written, type DocumentText } from './outcome';
import { plainText } from './plain-text';

/** Files and signatures, which programs encode into elements of their own. */
const ENCODED: ReadonlySet<string> = new Set([
  'EmbeddedDocumentBinaryObject',
  'AttachmentBinaryObject',
  'SignatureValue',
  'DigestValue',
  'X509Certificate',
]);
/** Attributes that say how something is written, and nothing of it. */
const ABOUT_FORM =
  /^(?:xmlns|xsi|xml)(?::|$)|(?:^|:)(?:currencyID|unitCode|scheme\w*|list\w*|format|mimeCode|languageID|Algorithm)$/;

const plainName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * The content of an XML document without markup: of an invoice its number, parties, amounts and dates; of a declaration what
 * its attributes say. Anything else is read as plain text.
 */
export const xmlWords = (bytes: Buffer): DocumentText => {
  const plain = plainText(bytes);
  if (!('text' in plain)) return plain;
  const into = new Written();
  const parser = new SaxesParser({ xmlns: false });
  let isDamaged = false;
  parser.on('error', () => void (isDamaged = true));
  let encoded = 0;
  const add = (text: string) => void (encoded === 0 && into.add(`${text.trim()}\n`));
  parser.on('opentag', ({ name }) => void (ENCODED.has(plainName(name)) && (encoded += 1)));
  parser.on('closetag', ({ name }) => void (ENCODED.has(plainName(name)) && (encoded -= 1)));
  parser.on('attribute', ({ name, value }) => void (!ABOUT_FORM.test(name) && add(value)));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(plain.text).close();
  return isDamaged && !plain.isCut ? plain : into.result(plain.isCut);
};
