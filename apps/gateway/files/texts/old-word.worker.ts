import { buffer } from 'node:stream/consumers';
import WordExtractor from 'word-extractor';
import { Written, type DocumentText } from './outcome';

const SECTOR = 512;
/** How the part of a document begins that says what it is, and where it says that a password is needed. */
const [MAGIC, FLAGS, LOCKED] = [0xa5ec, 10, 0x0100];

const isLocked = (bytes: Buffer): boolean => {
  for (let at = SECTOR; at + SECTOR <= bytes.length; at += SECTOR)
    if (bytes.readUInt16LE(at) === MAGIC) return (bytes.readUInt16LE(at + FLAGS) & LOCKED) !== 0;
  return false;
};

const read = async (bytes: Buffer): Promise<DocumentText> => {
  if (isLocked(bytes)) return { why: 'encrypted' };
  const document = await new WordExtractor().extract(bytes);
  const into = new Written();
  const parts = [document.getHeaders(), document.getBody(), document.getTextboxes()];
  const notes = [document.getFootnotes(), document.getEndnotes(), document.getAnnotations()];
  for (const part of [...parts, ...notes]) into.add(`${part}\n`);
  return into.result();
};

process.stdout.write(JSON.stringify(await read(await buffer(process.stdin))));
