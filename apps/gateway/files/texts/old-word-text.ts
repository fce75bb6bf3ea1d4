import { Unread, Written, type DocumentText } from './outcome';

const SECTOR = 512;
/** The beginning of the header of a document, and the flag for a password. */
const MAGIC = 0xa5ec;
const FLAGS = 10;
const LOCKED = 0x0100;

const isLocked = (bytes: Buffer): boolean => {
  for (let at = SECTOR; at + SECTOR <= bytes.length; at += SECTOR)
    if (bytes.readUInt16LE(at) === MAGIC) return (bytes.readUInt16LE(at + FLAGS) & LOCKED) !== 0;
  return false;
};

/**
 * The text of a Word document from before 2007. The library trusts the document's own sizes, so it needs a process with
 * limited memory. @throws Unread
 */
export const oldWordText = async (bytes: Buffer): Promise<DocumentText> => {
  if (isLocked(bytes)) throw new Unread('encrypted');
  const { default: WordExtractor } = await import('word-extractor');
  const document = await new WordExtractor().extract(bytes);
  const into = new Written();
  const parts = [document.getHeaders(), document.getBody(), document.getTextboxes()];
  const notes = [document.getFootnotes(), document.getEndnotes(), document.getAnnotations()];
  for (const part of [...parts, ...notes]) into.add(`${part}\n`);
  return into.result();
};
