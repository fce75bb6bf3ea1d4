import { extensionOf, isNoDocument, MIME_TYPES, type Extension } from '@dosar/contracts';
import { MOST_LETTERS, Unread, Written } from '../texts/outcome';
import { hasText, readText } from '../texts/read-text';
import type { Inside, InsideLimits, Part } from './inside';
import { pdfParts } from './pdf-parts';
import { xmlParts } from './xml-parts';
import { zipParts } from './zip-parts';

type Read = (bytes: Buffer, limits: InsideLimits) => Inside | Promise<Inside>;
const READERS: Readonly<Partial<Record<Extension, Read>>> = { pdf: pdfParts, xml: xmlParts, zip: zipParts };

/** What is inside a file of this type; what is inside that is not looked for. @throws Unread, errors of libraries */
export const insideOf = async (bytes: Buffer, extension: Extension, limits: InsideLimits): Promise<Inside> => {
  const read = READERS[extension];
  if (!read) throw new Error(`nothing is inside ${extension}`);
  return read(bytes, limits);
};

/** One file inside. @throws Unread when it is too large */
export const partContent = async ({ parts }: Inside, number: number, limits: InsideLimits): Promise<Buffer | null> => {
  const part = parts.find((each) => each.number === number);
  if (!part) return null;
  if (part.size > limits.bytes) throw new Unread('too_large');
  return part.content();
};

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(MIME_TYPES).map(([extension, type]) => [type, extension]),
);
/** By its name, else by the media type that the file around it gives. */
const kindOf = ({ name, type = '' }: Part): string =>
  extensionOf(name.split('/').at(-1)!) || (TYPES.get(type.toLowerCase()) ?? '');

/** For how long the words inside are gathered: what is left then is not found. */
const MOST_MS = 8_000;

const textOf = async (part: Part): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  const extension = kindOf(part);
  if (!hasText(extension)) return { text: '', isCut: false };
  try {
    const read = await readText(Buffer.from(await part.content()), extension, true);
    return 'text' in read ? read : { text: '', isCut: true };
  } catch {
    return { text: '', isCut: true };
  }
};

/** The names and the words of the files inside, one after the other, as far as time and room allow. */
export const wordsInside = async ({ parts: all, isCut }: Inside, limits: InsideLimits) => {
  const parts = all.filter(({ name }) => !isNoDocument(name.split('/')));
  const until = performance.now() + MOST_MS;
  const into = new Written();
  let left = limits.unpacked;
  let isMissing = isCut;
  for (const part of parts) into.add(`${part.name}\n`);
  for (const part of parts) {
    left -= part.size;
    if (into.isFull || performance.now() > until || left < 0) return { ...into.result(), isCut: true };
    if (part.size > limits.bytes) isMissing = true;
    else {
      const { text, isCut: isPartly } = await textOf(part);
      into.add(`${text.slice(0, MOST_LETTERS)}\n`);
      isMissing ||= isPartly;
    }
  }
  return into.result(isMissing);
};
