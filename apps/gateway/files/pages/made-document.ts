import { PDF, PdfArray, PdfDict, type PdfRef } from '@libpdf/core';
import { CopiedPages } from './copied-pages';

/** A page of a new document: of which source, by its place among them. */
export type SourcePage = { readonly source: number; readonly page: number; readonly rotate: number };
/** A picture as JPEG, upright. */
export type PictureSource = { readonly jpeg: Uint8Array };
export type OpenSource = PDF | PictureSource;

/** A page that a source does not have. */
export class MissingPage extends Error {
  constructor(readonly source: number) {
    super('there is no such page');
  }
}

/** Points of the longer side of a picture's page: that of A4. */
const LONGER_SIDE = 842;

const addPicture = (made: PDF, { jpeg }: PictureSource, rotate: number): void => {
  const image = made.embedJpeg(jpeg);
  const scale = LONGER_SIDE / Math.max(image.width, image.height);
  const size = { width: image.width * scale, height: image.height * scale };
  const page = made.addPage(size);
  page.drawImage(image, { x: 0, y: 0, ...size });
  page.setRotation(rotate as 0 | 90 | 180 | 270);
};

const addLayers = (made: PDF, copied: Iterable<CopiedPages>): void => {
  const all: PdfRef[] = [];
  const hidden: PdfRef[] = [];
  for (const each of copied) {
    const layers = each.layers();
    all.push(...layers.all);
    hidden.push(...layers.hidden);
  }
  if (all.length === 0) return;
  const normal = new PdfDict([['OFF', new PdfArray(hidden)]]);
  made.getCatalog().set(
    'OCProperties',
    new PdfDict([
      ['OCGs', new PdfArray(all)],
      ['D', normal],
    ]),
  );
};

/** A new document of these pages, in this order. @throws MissingPage */
export const madeOf = async (
  sources: ReadonlyMap<number, OpenSource>,
  pages: readonly SourcePage[],
): Promise<Uint8Array> => {
  const made = PDF.create();
  const copied = new Map<number, CopiedPages>();
  for (const { source, page, rotate } of pages) {
    const open = sources.get(source)!;
    const count = open instanceof PDF ? open.getPageCount() : 1;
    if (page > count) throw new MissingPage(source);
    if (!(open instanceof PDF)) {
      addPicture(made, open, rotate);
      continue;
    }
    const pagesOf = copied.get(source) ?? new CopiedPages(open, made);
    copied.set(source, pagesOf);
    pagesOf.add(page - 1, rotate);
  }
  addLayers(made, copied.values());
  return made.save();
};
