/** Letters of Base64, of its form for addresses among them. */
const LETTERS = new Uint8Array(256);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_')
  LETTERS[letter.charCodeAt(0)] = 1;

/** So many letters without a blank are no word; and so many of a line mean that the next one may go on with it. */
const LEAST = { run: 200, line: 60 };
/** What stands where encoded bytes were. */
const GAP = Buffer.from('...');

const RETURN = 0x0d;
const NEWLINE = 0x0a;
const BLANK = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
/** Line breaks as XML writes them inside a text. */
const REFERENCES = ['&#13;', '&#10;', '&#xD;', '&#xd;', '&#xA;', '&#xa;'].map((each) => Buffer.from(each));
/** What JSON may write for a slash or a line break. */
const ESCAPED: ReadonlySet<number> = new Set(['/', 'n', 'r'].map((each) => each.charCodeAt(0)));

const lineEnd = (bytes: Buffer, from: number): number => {
  let at = from;
  for (;;) {
    while (at < bytes.length && LETTERS[bytes[at]!] === 1) at += 1;
    if (bytes[at] !== BACKSLASH || !ESCAPED.has(bytes[at + 1] ?? 0)) return at;
    at += 2;
  }
};

const stands = (bytes: Buffer, what: Buffer, at: number) => bytes.subarray(at, at + what.length).equals(what);

/** The place behind a line break and the blanks after it; null: there is no line break. */
const behindBreak = (bytes: Buffer, from: number): number | null => {
  let at = from;
  for (;;) {
    const reference = bytes[at] === AMPERSAND && REFERENCES.find((each) => stands(bytes, each, at));
    if (reference) at += reference.length;
    else if (bytes[at] === RETURN || bytes[at] === NEWLINE) at += 1;
    else break;
  }
  if (at === from) return null;
  while (bytes[at] === BLANK || bytes[at] === TAB) at += 1;
  return at;
};

/** Where what is encoded ends, over its lines; the last one may be shorter, in whole groups of four letters. */
const runEnd = (bytes: Buffer, from: number): number => {
  let end = lineEnd(bytes, from);
  let length = end - from;
  for (;;) {
    const next = length < LEAST.line ? null : behindBreak(bytes, end);
    if (next === null) return end;
    const stop = lineEnd(bytes, next);
    length = stop - next;
    const isLast = length < LEAST.line;
    if (length === 0 || (isLast && (length % 4 !== 0 || bytes[stop] === BLANK))) return end;
    end = stop;
  }
};

/** A file whose encoded bytes are cut out, and where they were in `bytes`. */
export type Plain = {
  readonly bytes: Buffer;
  readonly plain: Buffer;
  readonly runs: readonly { readonly from: number; readonly to: number }[];
};

const WIDE = { 'utf-16le': Buffer.from([0xff, 0xfe]), 'utf-16be': Buffer.from([0xfe, 0xff]) } as const;

/** Letters of two bytes become UTF-8; any other encoding has the letters of Base64 as they are. */
const narrow = (bytes: Buffer): Buffer => {
  for (const [encoding, mark] of Object.entries(WIDE))
    if (bytes.subarray(0, 2).equals(mark)) return Buffer.from(new TextDecoder(encoding).decode(bytes));
  return bytes;
};

/**
 * A text without the files, pictures and signatures that programs write into it: they are no words, and are cut out before
 * any limit of size. Every byte is read once or twice. @param gapOf what stands where a run was, by its number
 */
export const withoutEncoded = (source: Buffer, gapOf: (run: number) => Buffer = () => GAP): Plain => {
  const bytes = narrow(source);
  const pieces: Buffer[] = [];
  const runs: { from: number; to: number }[] = [];
  let copied = 0;
  for (let at = 0; at < bytes.length;) {
    if (LETTERS[bytes[at]!] !== 1) {
      at += 1;
      continue;
    }
    const to = runEnd(bytes, at);
    if (to - at < LEAST.run) {
      at = lineEnd(bytes, at);
      continue;
    }
    pieces.push(bytes.subarray(copied, at), gapOf(runs.length));
    runs.push({ from: at, to });
    copied = at = to;
  }
  if (runs.length === 0) return { bytes, plain: bytes, runs };
  return { bytes, plain: Buffer.concat([...pieces, bytes.subarray(copied)]), runs };
};
