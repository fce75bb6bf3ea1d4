import type { PreviewFault } from '@dosar/contracts';

/** What a document says, up to a length, and which pages say nothing but in pictures; or why it cannot be said. */
export type DocumentText =
  | { readonly text: string; readonly isCut: boolean; readonly scannedPages?: readonly number[] }
  | { readonly why: PreviewFault };

/** Why a document is not read, as its outcome says it. */
export class Unread extends Error {
  constructor(readonly why: PreviewFault) {
    super(why);
  }
}

/** So many letters are more than a person reads, or a search needs. */
export const MOST_LETTERS = 1_000_000;
/** So many pages without words are named; words in pictures are looked for on far fewer. */
export const MOST_SCANNED = 1_000;

/** A text that is written until it is long enough. */
export class Written {
  private readonly pieces: string[] = [];
  private length = 0;

  get isFull(): boolean {
    return this.length >= MOST_LETTERS;
  }

  add(piece: string): void {
    if (this.isFull) return;
    this.pieces.push(piece);
    this.length += piece.length;
  }

  /** Lines without what nobody sees at their end, and no more than one empty one between two. */
  result(isCut = false): { readonly text: string; readonly isCut: boolean } {
    const whole = this.pieces.join('');
    const lines = whole.slice(0, MOST_LETTERS).split('\n');
    const text = lines
      .map((line) => line.trimEnd())
      .filter((line, at, all) => line !== '' || all[at - 1] !== '')
      .join('\n')
      .trim();
    return { text, isCut: isCut || this.isFull };
  }
}
