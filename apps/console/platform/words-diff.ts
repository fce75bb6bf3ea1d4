import { lettersOf } from '@dosar/contracts';

/** A piece of a changed text: unchanged, removed, or added. */
export type Piece = { readonly kind: 'same' | 'old' | 'new'; readonly text: string };

/** Words, blanks, and other letters one by one: a joined emoji is one. */
const wordsOf = (text: string): string[] =>
  (text.match(/\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}]+/gu) ?? []).flatMap((part) =>
    /^[\s\p{L}\p{N}]/u.test(part) ? [part] : lettersOf(part),
  );

/** Longer texts are compared only at their ends. */
const MOST = 1_000;

/** The number of common words from each pair of places on. */
const commonFrom = (a: readonly string[], b: readonly string[]): Uint16Array[] => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
};

const joined = (pieces: readonly Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1);
    if (piece.text === '') return all;
    if (last?.kind !== piece.kind) return [...all, piece];
    return [...all.slice(0, -1), { kind: last.kind, text: last.text + piece.text }];
  }, []);

const between = (a: readonly string[], b: readonly string[]): Piece[] => {
  if (a.length > MOST || b.length > MOST)
    return [
      { kind: 'old', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ];
  const table = commonFrom(a, b);
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ kind: 'same', text: a[i]! });
      [i, j] = [i + 1, j + 1];
    } else if (j >= b.length || (i < a.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      pieces.push({ kind: 'old', text: a[i]! });
      i += 1;
    } else {
      pieces.push({ kind: 'new', text: b[j]! });
      j += 1;
    }
  }
  return pieces;
};

/** The changes of a text, word by word. */
export const wordsDiff = (from: string, to: string): Piece[] => {
  const a = wordsOf(from);
  const b = wordsOf(to);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ]);
};
