import iconv from 'iconv-lite';

/** The code pages of the charsets that fonts name; those of DOS by iconv's own names. */
const PAGES: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
const MAC: Readonly<Record<number, string>> = {
  10000: 'macintosh',
  10007: 'maccyrillic',
  10010: 'macromania',
  10029: 'maccenteuro',
  65001: 'utf8',
};
const WESTERN = 1252;
const ANSI = 0;
/** What a document that does not say it is written in: most are Romanian. */
const ROMANIAN = 1250;

/** Documents have hundreds. */
const MOST_FONTS = 10_000;

/** The code page of bytes, by the font that they are set in. */
export class Fonts {
  /** Of the document, for fonts without a charset. */
  page = ROMANIAN;
  private readonly charsets = new Map<number, number>();
  private readonly pages = new Map<number, number>();
  private isTold = false;

  charset(font: number, charset: number): void {
    if (this.charsets.size >= MOST_FONTS) return;
    this.charsets.set(font, charset);
    if (PAGES[charset] !== undefined) this.isTold = true;
  }

  codePage(font: number, page: number): void {
    if (this.pages.size < MOST_FONTS) this.pages.set(font, page);
  }

  decoded(bytes: string, font: number): string {
    const page = this.pageOf(font);
    const name = MAC[page] ?? `cp${page}`;
    return iconv.decode(Buffer.from(bytes, 'latin1'), iconv.encodingExists(name) ? name : `cp${WESTERN}`);
  }

  private pageOf(font: number): number {
    const page = this.pages.get(font);
    if (page !== undefined) return page;
    const charset = this.charsets.get(font);
    // where all fonts have the first charset, their writer does not tell charsets apart
    if (charset === ANSI && this.isTold) return WESTERN;
    return (charset === undefined ? undefined : PAGES[charset]) ?? this.page;
  }
}
