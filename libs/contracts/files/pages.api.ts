import { z } from 'zod';
import { endpoint, oneOf } from '../endpoint';
import { ClientId, FileId, FolderId } from '../ids';
import { partOf } from '../features';
import { rule } from '../rules';
import { extensionOf } from './extensions.values';
import { FILE_LIMITS } from './files.values';
import { ItemName } from './item-names.values';
import { Operation } from './files.view';

/** Degrees by which a page is turned clockwise. */
const Turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

const PdfName = ItemName.refine((name) => extensionOf(name) === 'pdf', rule('pdf_name'));

/** The number of a page, from 1. */
const PageNumber = z.int().min(1).max(1_000_000);

/** Pages of a new document, one after the other: of which file, and how far they are turned clockwise. A picture is one page. */
export const TakenPages = z
  .strictObject({
    /** Which of the new documents they are in: its index. */
    document: z
      .int()
      .min(0)
      .max(FILE_LIMITS.pageDocuments - 1)
      .default(0),
    /** The file of which they are. */
    file_id: FileId,
    /** The page, or the first of several. */
    page: PageNumber,
    /** The last of them, when there are several. */
    to: PageNumber.optional(),
    /** Degrees by which they are turned clockwise. */
    rotate: Turn.default(0),
  })
  .refine(({ page, to = page }) => to >= page, { ...rule('value'), path: ['to'] });
export type TakenPages = z.infer<typeof TakenPages>;

type Arranged = { readonly documents: readonly unknown[]; readonly pages: readonly TakenPages[] };

const isWhole = ({ documents, pages }: Arranged): boolean => {
  const filled = new Set(pages.map(({ document }) => document));
  return filled.size === documents.length && Math.max(...filled) === documents.length - 1;
};
const sourcesOf = ({ pages }: Arranged): number => new Set(pages.map(({ file_id }) => file_id)).size;
const pagesOf = ({ pages }: Arranged): number => pages.reduce((sum, { page, to = page }) => sum + to - page + 1, 0);

export const pagesApi = partOf(['file_manager'], {
  arrange: endpoint({
    method: 'POST',
    path: '/files/arrange-pages',
    summary:
      'Makes PDF documents of pages of PDF files and of pictures, in this order: all of them, or none; the files stay as they are.',
    body: z
      .strictObject({
        /** The client whose documents they are to be; without one, the own company. */
        client_id: ClientId.optional(),
        /** The folder in which they are to be; without one, the root. */
        target_folder_id: FolderId.optional(),
        /** The new documents, in the order of their numbers; a name that is taken becomes another. */
        documents: z
          .array(
            z.strictObject({ /** What the new document is to be called, with `.pdf` at the end. */ name: PdfName }),
          )
          .min(1)
          .max(FILE_LIMITS.pageDocuments),
        /** Of which pages they are made, in this order. */
        pages: z.array(TakenPages).min(1).max(FILE_LIMITS.pageRuns),
      })
      .refine(isWhole, { ...rule('page_documents'), path: ['pages'] })
      .refine((body) => pagesOf(body) <= FILE_LIMITS.pages, { ...rule('page_count'), path: ['pages'] })
      .refine((body) => sourcesOf(body) <= FILE_LIMITS.pageSources, { ...rule('page_sources'), path: ['pages'] }),
    status: 202,
    reply: oneOf('operation', Operation),
    refuses: [
      ...(['ACCESS_DENIED', 'NOT_FOUND', 'BULK_INVALID_SELECTION', 'BULK_TIMEOUT', 'QUOTA_EXCEEDED'] as const),
      ...(['FILE_TOO_LARGE', 'INVALID_FILE_TYPE'] as const),
      ...(['PAGE_MISSING', 'PAGES_ENCRYPTED', 'PAGES_DAMAGED', 'PAGES_TOO_LARGE'] as const),
    ],
  }),
});
