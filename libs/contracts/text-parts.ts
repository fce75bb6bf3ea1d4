/**
 * Letters as people see them: with their marks, and several emoji that are joined as one. Browsers that are still in use have
 * no segmenter.
 */
const LETTER = /\p{RI}{2}|[^](?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d[^])*/gu;
/** A letter with more marks than that is cut. */
const MOST_UNITS = 32;

export const lettersOf = (text: string): readonly string[] => text.match(LETTER) ?? [];

/** The first letter of a text; of an empty one, nothing. */
export const firstLetterOf = (text: string): string => lettersOf(text.slice(0, MOST_UNITS))[0] ?? '';

/** The last place up to that one between two letters. */
export const betweenLetters = (text: string, at: number): number => {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const from = Math.max(0, at - MOST_UNITS);
  for (const { 0: letter, index } of text.slice(from, at + MOST_UNITS).matchAll(LETTER))
    if (from + index + letter.length > at) return letter.length < MOST_UNITS ? from + index : at;
  return at;
};

/** A link or an address in a text: from where to where, and where it leads. */
export type Link = { readonly from: number; readonly to: number; readonly href: string };

/** Where a link ends at the latest: quotes, and what cannot be seen and could hide where it leads. */
const NO_LINK = String.raw`\s<>"„”“«»‹›…\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const WEB = String.raw`(?:https?:\/\/|(?<![\p{L}\p{N}@./-])www\.)[^${NO_LINK}]+`;
const MAIL = String.raw`(?<![\p{L}\p{N}._%+@-])[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@])`;
const LINK = new RegExp(`(?<web>${WEB})|(?<mail>${MAIL})`, 'giu');
const SENTENCE = ".,;:!?'’‘*_~";
const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** A link without what belongs to the sentence around it: its full stop, and brackets that do not begin in the link. */
const trimmed = (link: string): string => {
  const counts = new Map<string, number>();
  const countOf = (letter: string) => counts.get(letter) ?? 0;
  for (const letter of link) counts.set(letter, countOf(letter) + 1);
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link[end - 1]!;
    const opening = OPENING.get(last);
    const isAround = opening !== undefined && countOf(opening) < countOf(last);
    if (!isAround && !SENTENCE.includes(last)) break;
    counts.set(last, countOf(last) - 1);
  }
  return link.slice(0, end);
};

/** Where something can be: a link to nowhere is none. */
const PLACE =
  /^https?:\/\/(?:[^/?#@]*@)?(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*)(?::\d{1,5})?(?=[/?#]|$)/iu;
const addressOf = (web: string): string | null => {
  const address = /^www\./i.test(web) ? `https://${web}` : web;
  return PLACE.test(address) ? address : null;
};

/** The links and e-mail addresses in a text, in their order; one that was cut off is none. */
export const linksIn = (text: string): readonly Link[] => {
  const links: Link[] = [];
  for (const found of text.matchAll(LINK)) {
    const { web, mail } = found.groups as { web?: string; mail?: string };
    const shown = web === undefined ? mail! : trimmed(web);
    const href = web === undefined ? `mailto:${encodeURI(shown)}` : addressOf(shown);
    const isCut = text[found.index + found[0].length] === '…';
    if (href !== null && !isCut) links.push({ from: found.index, to: found.index + shown.length, href });
  }
  return links;
};

/** The beginning of a text, of so many letters: it ends with dots where it is cut, inside no letter and no link. */
export const beginningOf = (text: string, most: number): string => {
  const read = text.slice(0, most * MOST_UNITS);
  const letters = lettersOf(read);
  if (letters.length <= most && read.length === text.length) return text;
  const cut = letters.slice(0, most - 1).join('').length;
  const link = linksIn(read).find(({ from, to }) => from < cut && cut < to);
  return `${text.slice(0, link && link.from > 0 ? link.from : cut).trimEnd()}…`;
};
