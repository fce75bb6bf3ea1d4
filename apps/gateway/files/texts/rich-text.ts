import { Unread, Written, type DocumentText } from './outcome';

/** Groups that are not part of the text. */
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
  'fldinst',
]);
const BREAKS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]{1,4096})/gi;

/** The decoder for the one-byte letters of the document's code page. */
const decoderOf = (page: number) => {
  try {
    return new TextDecoder(`windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
};

/** Limit of nested groups; documents have a few dozen. */
const MOST_GROUPS = 10_000;

type Group = { readonly isAside: boolean; readonly replaced: number };

/** The text of RTF, token by token. @throws Unread */
export const richText = (bytes: Buffer): DocumentText => {
  const source = bytes.toString('latin1');
  if (!source.startsWith('{\\rtf')) throw new Unread('damaged');
  const into = new Written();
  const groups: Group[] = [];
  let isAside = false;
  let replaced = 1;
  let left = 0;
  let decoder = decoderOf(1250);
  const add = (text: string) => {
    if (!isAside) into.add(text);
  };
  /** Skips the substitute letters for readers without Unicode. */
  const isInstead = () => left > 0 && (left -= 1) >= 0;
  for (const [, word, value, byte, sign, brace, plain] of source.matchAll(TOKEN)) {
    if (into.isFull) break;
    if (brace === '{') {
      if (groups.length >= MOST_GROUPS) throw new Unread('too_large');
      groups.push({ isAside, replaced });
    } else if (brace === '}') ({ isAside, replaced } = groups.pop() ?? { isAside: false, replaced: 1 });
    else if (byte !== undefined) {
      if (!isInstead()) add(decoder.decode(Buffer.from(byte, 'hex')));
    } else if (sign !== undefined) {
      if (sign === '*') isAside = true;
      else if (sign === '~') add(' ');
      else if ('\\{}'.includes(sign)) add(sign);
    } else if (plain !== undefined) {
      const skipped = Math.min(left, plain.length);
      left -= skipped;
      add(decoder.decode(Buffer.from(plain.slice(skipped), 'latin1')));
    } else if (word === 'ansicpg') decoder = decoderOf(Number(value));
    else if (word === 'uc') replaced = Number(value ?? 1);
    else if (word === 'u') {
      add(String.fromCharCode(Number(value ?? 0) & 0xffff));
      left = replaced;
    } else if (word !== undefined && ASIDE.has(word)) isAside = true;
    else if (word !== undefined && BREAKS[word] !== undefined) add(BREAKS[word]);
  }
  return into.result();
};
