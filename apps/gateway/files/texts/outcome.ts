import type { PreviewFault } from '@dosar/contracts';

/** The text of a document, up to a limit, and the pages without text; or why it cannot be read. */
export type DocumentText =
  | { readonly text: string; readonly isCut: boolean; readonly scannedPages?: readonly number[] }
  | { readonly why: PreviewFault };

/** Why a document is not read. */
export class Unread extends Error {
  constructor(readonly why: PreviewFault) {
    super(why);
  }
}

/** More than a person reads, or a search needs. */
export const MOST_LETTERS = 1_000_000;
/** How many pages without words are listed; OCR reads far fewer. */
export const MOST_SCANNED = 1_000;

/** A text that is built up to the limit. */
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

  /** Lines without trailing blanks, and at most one empty line in a row. */
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
