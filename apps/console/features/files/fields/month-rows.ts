import type { FolderTree, InvoiceKind, MonthsInvoice } from '@dosar/contracts';
import { calendarDayOf } from '../../../platform/format';
import { monthIn } from '../months';

/** What the columns are called, and what is said of a row. */
export type MonthWords = {
  readonly heads: readonly string[];
  readonly kinds: Readonly<Record<InvoiceKind, string>>;
  readonly repeated: string;
};

/** A sum as spreadsheets with Romanian settings take it for a number. */
const sumOf = (sum: number | null): string => (sum === null ? '' : sum.toFixed(2).replace('.', ','));
const dayOf = (day: string | null): string => (day === null ? '' : calendarDayOf(day));

/** A month's invoices as the rows of a file, the headings first. */
export const monthRows = (invoices: readonly MonthsInvoice[], words: MonthWords): readonly (readonly string[])[] => [
  words.heads,
  ...invoices.map(({ name, fields, kind, is_repeated }) => [
    words.kinds[kind],
    dayOf(fields.date),
    fields.number ?? '',
    fields.issuer ?? '',
    fields.issuer_cui ?? '',
    sumOf(fields.net),
    sumOf(fields.vat),
    sumOf(fields.sum),
    fields.currency === 'RON' ? 'lei' : (fields.currency ?? ''),
    dayOf(fields.due),
    name ?? '',
    is_repeated ? words.repeated : '',
  ]),
];

/** The months around one, the newest first. */
export const monthsBefore = (month: string, count: number): readonly string[] => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + number - 1 - back;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
};

/** The month of the accounting structure in which a folder is, as YYYY-MM. */
export const monthAround = (
  folders: readonly FolderTree[],
  folderId: string | null,
  above: string | null = null,
): string | null => {
  for (const each of folders) {
    const month = monthIn(each) ?? above;
    const found = each.id === folderId ? month : monthAround(each.children, folderId, month);
    if (found !== null) return found;
  }
  return null;
};
