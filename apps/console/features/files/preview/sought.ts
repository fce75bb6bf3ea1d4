import { useMemo } from 'react';
import { useSearch } from '@tanstack/react-router';
import { folded } from '@dosar/contracts';

const WORD = /[\p{L}\p{N}]+/gu;

/** Words as they are compared. */
export const soughtIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(WORD), ([word]) => folded(word))),
];

/** The words by which the file was found: they stand in the address. */
export const useSought = (): readonly string[] => {
  const { word = '' } = useSearch({ strict: false });
  return useMemo(() => soughtIn(word), [word]);
};

export type Piece = { readonly text: string; readonly hit: boolean };

/** Pieces of a text: its words that are sought, and what is between them. */
export const piecesOf = (text: string, sought: readonly string[]): readonly Piece[] => {
  if (sought.length === 0) return [{ text, hit: false }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (!sought.includes(folded(match[0]))) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), hit: false });
    pieces.push({ text: match[0], hit: true });
    end = match.index + match[0].length;
  }
  return end < text.length || pieces.length === 0 ? [...pieces, { text: text.slice(end), hit: false }] : pieces;
};

export const holds = (text: string, sought: readonly string[]): boolean =>
  piecesOf(text, sought).some(({ hit }) => hit);
