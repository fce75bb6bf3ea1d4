import { MOST_LETTERS, type DocumentText } from './outcome';

/** The encoding of old files of Romanian programs that are not UTF-8. */
const OLD = 'windows-1250';
/** A letter has at most four bytes. */
const MOST_BYTES = MOST_LETTERS * 4;

const markOf = ([first, second]: Buffer): string | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
};

/** A text by its byte order mark, else as UTF-8, else in the old encoding. */
export const decoded = (bytes: Buffer, isCut: boolean): string => {
  const marked = markOf(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder(OLD).decode(bytes);
  }
};

/** The beginning of a text. */
export const plainText = (bytes: Buffer): DocumentText => {
  const isCut = bytes.length > MOST_BYTES;
  const text = decoded(isCut ? bytes.subarray(0, MOST_BYTES) : bytes, isCut);
  return { text: text.slice(0, MOST_LETTERS), isCut: isCut || text.length > MOST_LETTERS };
};
