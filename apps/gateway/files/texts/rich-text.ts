import { Unread, Written, type DocumentText } from './outcome';
import { Fonts } from './rtf/fonts';

/** Groups that are not part of the text, or say once more what stands beside them. */
const ASIDE: ReadonlySet<string> = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'themedata',
  'datastore',
  'generator',
  'listtable',
  'listoverridetable',
  'rsidtbl',
  'xmlnstbl',
  'latentstyles',
  'filetbl',
  'revtbl',
  'fldinst',
  'nonesttables',
  'shprslt',
  'xe',
  'tc',
]);
const BREAKS: ReadonlyMap<string, string> = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['sect', '\n'],
  ['page', '\n'],
  ['row', '\n'],
  ['nestrow', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
  ['nestcell', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
]);
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['~', ' '],
  ['_', '-'],
  ['\n', '\n'],
  ['\r', '\n'],
]);
/** Code pages of computers, as they are named where no number is given. */
const COMPUTERS: ReadonlyMap<string, number> = new Map([
  ['mac', 10000],
  ['pc', 437],
  ['pca', 850],
]);

/** Limit of nested groups; documents have a few dozen. */
const MOST_GROUPS = 10_000;
/** Bytes of one font are decoded together. */
const MOST_BYTES = 64 * 1024;

class Group {
  isAside = false;
  /** Whether what stands in a box of this group is aside. */
  isBoxAside = false;
  isHidden = false;
  isDeleted = false;
  isFontTable = false;
  /** null: the font of the document. */
  font: number | null = null;
  /** How many letters after a Unicode letter are for readers without Unicode. */
  replaced = 1;

  inner(): Group {
    return Object.assign(new Group(), this);
  }
}

class RichText {
  readonly into = new Written();
  private readonly fonts = new Fonts();
  private readonly groups: Group[] = [];
  private group = new Group();
  private font = 0;
  private left = 0;
  private bytes = '';

  begin(): void {
    if (this.groups.length >= MOST_GROUPS) throw new Unread('too_large');
    this.decode();
    this.groups.push(this.group.inner());
    this.left = 0;
  }

  end(): void {
    this.decode();
    this.group = this.groups.pop() ?? new Group();
    this.left = 0;
  }

  /** Bytes of the font's code page, without those for readers without Unicode. */
  letters(bytes: string): void {
    const skipped = Math.min(this.left, bytes.length);
    this.left -= skipped;
    if (!this.isShown) return;
    this.bytes += bytes.slice(skipped);
    if (this.bytes.length >= MOST_BYTES) this.decode();
  }

  sign(sign: string): void {
    if (sign === '*') {
      this.decode();
      this.group.isBoxAside = this.group.isAside;
      this.group.isAside = true;
    } else this.add(SIGNS.get(sign) ?? '');
  }

  word(word: string, value: number | null): void {
    this.decode();
    if (word === 'u') this.unicode(value ?? 0);
    else if (word === 'uc') this.group.replaced = Math.max(0, value ?? 1);
    else if (this.isOfFonts(word, value) || this.isOfLetters(word, value)) return;
    else if (word === 'shptxt' || word === 'dptxbxtext') this.group.isAside = this.group.isBoxAside;
    else if (ASIDE.has(word)) {
      this.group.isAside = true;
      this.group.isBoxAside = true;
      this.group.isFontTable = word === 'fonttbl';
    } else this.add(BREAKS.get(word) ?? '');
  }

  decode(): void {
    if (this.bytes !== '') this.into.add(this.fonts.decoded(this.bytes, this.group.font ?? this.font));
    this.bytes = '';
  }

  private get isShown(): boolean {
    const { isAside, isHidden, isDeleted } = this.group;
    return !isAside && !isHidden && !isDeleted;
  }

  private add(text: string): void {
    this.decode();
    if (text !== '' && this.isShown) this.into.add(text);
  }

  private unicode(code: number): void {
    this.add(String.fromCharCode(code & 0xffff));
    this.left = this.group.replaced;
  }

  private isOfFonts(word: string, value: number | null): boolean {
    const { isFontTable, font } = this.group;
    if (word === 'ansicpg' && value !== null) this.fonts.page = value;
    else if (COMPUTERS.has(word)) this.fonts.page = COMPUTERS.get(word)!;
    else if (word === 'deff') this.font = value ?? 0;
    else if (word === 'f') this.group.font = value;
    else if (isFontTable && word === 'fcharset') this.fonts.charset(font ?? 0, value ?? 0);
    else if (isFontTable && word === 'cpg' && value !== null) this.fonts.codePage(font ?? 0, value);
    else return false;
    return true;
  }

  private isOfLetters(word: string, value: number | null): boolean {
    if (word === 'v') this.group.isHidden = value !== 0;
    else if (word === 'deleted') this.group.isDeleted = value !== 0;
    else if (word === 'plain') {
      this.group.font = null;
      this.group.isHidden = false;
      this.group.isDeleted = false;
    } else return false;
    return true;
  }
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]{1,4096})/gi;

/** The text of RTF, token by token, in the letters of its fonts, without what is hidden or deleted. @throws Unread */
export const richText = (bytes: Buffer): DocumentText => {
  const source = bytes.toString('latin1');
  if (!source.startsWith('{\\rtf')) throw new Unread('damaged');
  const text = new RichText();
  const token = new RegExp(TOKEN);
  for (let found = token.exec(source); found && !text.into.isFull; found = token.exec(source)) {
    const [, word, digits, byte, sign, brace, plain] = found;
    const value = digits === undefined ? null : Number(digits);
    // bytes of a picture that may look like anything
    if (word === 'bin') token.lastIndex += Math.max(0, value ?? 0);
    else if (word !== undefined) text.word(word, value);
    else if (byte !== undefined) text.letters(String.fromCharCode(parseInt(byte, 16)));
    else if (sign !== undefined) text.sign(sign);
    else if (brace === '{') text.begin();
    else if (brace === '}') text.end();
    else text.letters(plain!);
  }
  text.decode();
  return text.into.result();
};
