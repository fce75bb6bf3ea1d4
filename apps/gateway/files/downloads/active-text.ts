const WIDE = { 'utf-16le': Buffer.from([0xff, 0xfe]), 'utf-16be': Buffer.from([0xfe, 0xff]) } as const;

/** A text in the encoding of its byte order mark: one byte or two for each letter. */
export const textOf = (bytes: Buffer): { readonly text: string; readonly isWide: boolean } => {
  for (const [encoding, mark] of Object.entries(WIDE))
    if (bytes.subarray(0, 2).equals(mark))
      return { text: new TextDecoder(encoding).decode(bytes).trimStart(), isWide: true };
  const text = bytes.toString('latin1');
  return { text: (text.startsWith('\u00ef\u00bb\u00bf') ? text.slice(3) : text).trimStart(), isWide: false };
};

const PROGRAM = /^(?:#!|@echo\s|<\?php)/i;
const PAGE = /<(?:[^\s<>/:]{1,64}:)?(?:html|script|head|body|iframe)(?=[\s/>]|$)/iy;
const PAGE_TYPE = /<!doctype\s{1,64}html/iy;

/** Where the two kinds of readers see the end of an instruction and of a comment: a browser, and an XML parser. */
const READERS = [
  { instruction: />/g, comment: /--!?>/g, from: 2 },
  { instruction: /\?>/g, comment: /-->/g, from: 4 },
] as const;

/** The place behind the next end, or the text's end when there is none. Every letter is read once. */
const behind = (text: string, end: RegExp, from: number): number => {
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : text.length;
};
const isAt = (text: string, what: RegExp, at: number): boolean => {
  what.lastIndex = at;
  return what.test(text);
};

const TYPE_END = /[[>]/g;
const BRACKET = /\]/g;
const BLANKS = /\s*/y;
const blanks = (text: string, at: number): number => {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
};

const behindType = (text: string, at: number): number => {
  const end = behind(text, TYPE_END, at);
  return text[end - 1] === '[' ? behind(text, />/g, behind(text, BRACKET, end)) : end;
};

/** Whether this reader would see a page; null when the text ends too early to tell. */
const readsPage = (text: string, { instruction, comment, from }: (typeof READERS)[number]): boolean | null => {
  let at = 0;
  for (;;) {
    at = blanks(text, at);
    if (at >= text.length) return null;
    if (isAt(text, PAGE_TYPE, at)) return true;
    if (text.startsWith('<?', at)) at = behind(text, instruction, at + 2);
    else if (text.startsWith('<!--', at)) at = behind(text, comment, at + from);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = behindType(text, at);
    else return isAt(text, PAGE, at);
  }
};

/**
 * Whether a text begins like a script or a page, in linear time. `isCut`: the text continues; something that begins with
 * comments or blanks for that long is not a document.
 */
export const isActive = (text: string, isCut: boolean): boolean => {
  if (PROGRAM.test(text)) return true;
  return READERS.some((reader) => readsPage(text, reader) ?? isCut);
};
