import { folded, type Conversation } from '@dosar/contracts';

/** Somebody who takes part, and may be named. */
export type Mentionable = { readonly id: string; readonly name: string };

/** What stands behind an @ before the caret, from where; null when nobody is being named there. */
export type Naming = { readonly from: number; readonly words: string };

const NAMING = /(?:^|[\s(])@([\p{L}\p{M}\d.'’ -]{0,60})$/u;

export const namingAt = (text: string, caret: number): Naming | null => {
  const [, words] = NAMING.exec(text.slice(0, caret)) ?? [];
  return words === undefined ? null : { from: caret - words.length - 1, words };
};

/** Those whose name, or a word of it, begins so. */
export const namedBy = (people: readonly Mentionable[], words: string): readonly Mentionable[] => {
  const wanted = folded(words);
  return people.filter(({ name }) => {
    const called = folded(name);
    return called.startsWith(wanted) || called.split(/\s+/).some((each) => each.startsWith(wanted));
  });
};

/** The text with a name where it was begun, and where the caret stands then. */
export const mention = (text: string, { from, words }: Naming, name: string): { text: string; caret: number } => {
  const named = `@${name} `;
  const rest = text.slice(from + 1 + words.length).replace(/^ /, '');
  return { text: `${text.slice(0, from)}${named}${rest}`, caret: from + named.length };
};

/** A text in parts: those at odd places name somebody of these. */
export const partsOf = (text: string, names: readonly string[]): readonly string[] => {
  if (names.length === 0 || !text.includes('@')) return [text];
  const any = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${any}))(?![\\p{L}\\p{N}])`, 'u'));
};

/** What those are called who take part in a conversation. */
export const namesIn = ({ participants }: Pick<Conversation, 'participants'>): readonly string[] =>
  participants.flatMap(({ name }) => name ?? []);
