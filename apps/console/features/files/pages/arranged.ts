import { FILE_LIMITS, ItemName, type InputOf, type pagesApi } from '@dosar/contracts';

/** A page of the new documents. */
export type ArrangedPage = {
  readonly key: string;
  readonly fileId: string;
  /** From 1. */
  readonly page: number;
  /** Degrees clockwise. */
  readonly rotate: number;
  /** A new document begins with it. */
  readonly isFirst: boolean;
};

type Body = InputOf<typeof pagesApi.arrange>['body'];
type Request = Pick<Body, 'documents' | 'pages'>;

/** The pages of these files in their order, as one document. */
export const arrangedPagesOf = (files: readonly { readonly id: string; readonly pages: number }[]): ArrangedPage[] =>
  files
    .flatMap(({ id, pages }) =>
      Array.from({ length: Math.min(pages, FILE_LIMITS.pages) }, (_, at) => ({
        key: `${id} ${at + 1}`,
        fileId: id,
        page: at + 1,
        rotate: 0,
        isFirst: false,
      })),
    )
    .slice(0, FILE_LIMITS.pages)
    .map((sheet, at) => ({ ...sheet, isFirst: at === 0 }));

/** A document begins with the first page, whatever went before. */
const begun = (sheets: readonly ArrangedPage[]): ArrangedPage[] =>
  sheets.map((sheet, at) => (at === 0 && !sheet.isFirst ? { ...sheet, isFirst: true } : sheet));

export const turned = (sheets: readonly ArrangedPage[], keys: ReadonlySet<string>, by: 90 | 270): ArrangedPage[] =>
  sheets.map((sheet) => (keys.has(sheet.key) ? { ...sheet, rotate: (sheet.rotate + by) % 360 } : sheet));

/** A page that leaves hands its beginning of a document on to the next one. */
const without = (sheets: readonly ArrangedPage[], keys: ReadonlySet<string>): ArrangedPage[] => {
  const left: ArrangedPage[] = [];
  let isFirst = false;
  for (const sheet of sheets) {
    if (sheet.isFirst) isFirst = true;
    if (keys.has(sheet.key)) continue;
    left.push(isFirst === sheet.isFirst ? sheet : { ...sheet, isFirst });
    isFirst = false;
  }
  return left;
};

export const removed = (sheets: readonly ArrangedPage[], keys: ReadonlySet<string>): ArrangedPage[] =>
  begun(without(sheets, keys));

/** These pages, together, before that one; at the end, when it is null. A document keeps its first page's place. */
export const movedPages = (
  sheets: readonly ArrangedPage[],
  keys: ReadonlySet<string>,
  before: string | null,
): ArrangedPage[] => {
  if (before !== null && keys.has(before)) return [...sheets];
  const moving = sheets.filter(({ key }) => keys.has(key)).map((sheet) => ({ ...sheet, isFirst: false }));
  const left = without(sheets, keys);
  const at = before === null ? left.length : left.findIndex(({ key }) => key === before);
  const next = left[at];
  if (next?.isFirst && moving[0]) {
    moving[0] = { ...moving[0], isFirst: true };
    left[at] = { ...next, isFirst: false };
  }
  return begun([...left.slice(0, at), ...moving, ...left.slice(at)]);
};

/** These pages one place earlier or later. */
export const shifted = (sheets: readonly ArrangedPage[], keys: ReadonlySet<string>, by: 1 | -1): ArrangedPage[] => {
  const places = sheets.flatMap(({ key }, at) => (keys.has(key) ? [at] : []));
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? 0;
  if (by === -1) return first === 0 ? [...sheets] : movedPages(sheets, keys, sheets[first - 1]!.key);
  return last === sheets.length - 1 ? [...sheets] : movedPages(sheets, keys, sheets[last + 2]?.key ?? null);
};

/** A document begins with these pages, or does no longer. */
export const split = (sheets: readonly ArrangedPage[], keys: ReadonlySet<string>): ArrangedPage[] => {
  const isAll = sheets.every(({ key, isFirst }, at) => at === 0 || !keys.has(key) || isFirst);
  return sheets.map((sheet, at) => (at > 0 && keys.has(sheet.key) ? { ...sheet, isFirst: !isAll } : sheet));
};

/** The pages of each new document. */
export const documentsOf = (sheets: readonly ArrangedPage[]): (readonly ArrangedPage[])[] => {
  const documents: ArrangedPage[][] = [];
  for (const sheet of sheets) {
    const last = documents.at(-1);
    if (last && !sheet.isFirst) last.push(sheet);
    else documents.push([sheet]);
  }
  return documents;
};

/** What new documents are called, unless a person says otherwise. */
export const arrangedName = (source: string, at: number, count: number): string => {
  const stem = source.replace(/\.[^.]+$/, '');
  return count === 1 ? `${stem} (pagini).pdf` : `${stem} ${at + 1}.pdf`;
};

/** With the ending that it needs. */
export const pdfName = (typed: string): string => (/\.pdf$/i.test(typed.trim()) ? typed.trim() : `${typed.trim()}.pdf`);
export const isName = (typed: string): boolean => typed.trim() !== '' && ItemName.safeParse(pdfName(typed)).success;

/** As the call takes it: pages that follow one another are one row. */
export const requestOf = (sheets: readonly ArrangedPage[], names: readonly string[]): Request => {
  const pages: (Request['pages'][number] & { to: number })[] = [];
  for (const [document, of] of documentsOf(sheets).entries())
    for (const { fileId, page, rotate } of of) {
      const last = pages.at(-1);
      const isNext = last?.document === document && last.file_id === fileId && last.to === page - 1;
      if (isNext && last.rotate === rotate) last.to = page;
      else pages.push({ document, file_id: fileId, page, to: page, rotate: rotate as 0 | 90 | 180 | 270 });
    }
  return { documents: names.map((name) => ({ name: pdfName(name) })), pages };
};
