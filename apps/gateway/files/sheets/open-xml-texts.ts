import { Unread } from '../texts/outcome';
import type { Parts, Reader } from '../texts/parts';
import { builtIn, GENERAL } from './number-format';

/** Limit of letters in shared texts. */
const MOST_SHARED = 16 * 1024 * 1024;
const MOST_STYLES = 100_000;

/** Letters that XML cannot hold are written by their numbers. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The text of an element with its runs; phonetic guides are not part of it. */
export class RichText {
  private text = '';
  private isText = false;
  private isReading = false;

  open(name: string): void {
    if (name === 'rPh') this.isReading = true;
    if (name === 't') this.isText = !this.isReading;
  }

  add(piece: string): void {
    if (this.isText) this.text += piece;
  }

  close(name: string): void {
    if (name === 't') this.isText = false;
    if (name === 'rPh') this.isReading = false;
  }

  /** The whole text; the next one begins. */
  take(): string {
    const whole = unescaped(this.text);
    this.text = '';
    return whole;
  }
}

/** Shared texts, which cells refer to by number. @throws Unread */
export const sharedTexts = async (parts: Parts, part: string): Promise<readonly string[]> => {
  const all: string[] = [];
  const rich = new RichText();
  let letters = 0;
  const reader: Reader = {
    open: (name) => rich.open(name),
    text: (piece) => rich.add(piece),
    close: (name) => {
      rich.close(name);
      if (name !== 'si') return;
      const text = rich.take();
      letters += text.length + 8;
      if (letters > MOST_SHARED) throw new Unread('too_large');
      all.push(text);
    },
  };
  await parts.read(part, reader);
  return all;
};

/** The number formats of cells, by the number of their style. @throws Unread */
export const cellFormats = async (parts: Parts, part: string): Promise<readonly string[]> => {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let isCells = false;
  await parts.read(part, {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? GENERAL);
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      if (styles.length >= MOST_STYLES) throw new Unread('too_large');
      styles.push(Number(attribute('numFmtId') ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles.map((id) => codes.get(id) ?? builtIn(id));
};
