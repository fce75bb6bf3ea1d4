import { SaxesParser } from 'saxes';
import { Written, type DocumentText } from './outcome';
import { plainText } from './plain-text';

/**
 * The content of an XML document without markup: of an invoice its number, parties, amounts and dates. Anything else is read
 * as plain text.
 */
export const xmlWords = (bytes: Buffer): DocumentText => {
  const plain = plainText(bytes);
  if (!('text' in plain)) return plain;
  const into = new Written();
  const parser = new SaxesParser({ xmlns: false });
  let isDamaged = false;
  parser.on('error', () => void (isDamaged = true));
  const add = (text: string) => into.add(`${text.trim()}\n`);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(plain.text).close();
  return isDamaged && !plain.isCut ? plain : into.result(plain.isCut);
};
