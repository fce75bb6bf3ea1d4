import type { DocumentFields, File, FolderTree, InvoiceKind } from '@dosar/contracts';
import { monthIn } from '../months';

/** A folder of the accounting structure in which a document belongs. */
export type Place = { readonly folderId: string; readonly name: string };
/** The places of a month, by the kind of document. */
type Month = Readonly<Partial<Record<InvoiceKind, Place>>>;

const KINDS: Readonly<Record<string, InvoiceKind>> = { facturi_emise: 'issued', facturi_primite: 'received' };

const placesIn = (month: FolderTree): Month =>
  Object.fromEntries(
    month.children.flatMap(({ id, name, category_key: key }) => {
      const kind = KINDS[key ?? ''];
      return kind ? [[kind, { folderId: id, name: [month.name, name].filter(Boolean).join(' / ') }]] : [];
    }),
  );

/** The places for invoices in the months of a client's folders, by month. */
export const monthsIn = (
  folders: readonly FolderTree[],
  found = new Map<string, Month>(),
): ReadonlyMap<string, Month> => {
  for (const folder of folders) {
    const month = monthIn(folder);
    if (month === undefined) monthsIn(folder.children, found);
    else if (!found.has(month)) found.set(month, placesIn(folder));
  }
  return found;
};

/** Whether the client made the document out or got it; null where it is of others, or does not say. */
const kindFor = ({ issuer_cui: issuer, buyer_cui: buyer }: DocumentFields, cui: string): InvoiceKind | null => {
  if (issuer === cui) return 'issued';
  if (buyer === cui) return 'received';
  return issuer !== null && buyer === null ? 'received' : null;
};

/** Where a new document belongs by its day and by who made it out; null where that is not known, or there is no such folder. */
export const placeOf = (
  months: ReadonlyMap<string, Month>,
  { fields, process_state: state }: Pick<File, 'fields' | 'process_state'>,
  cui: string | null,
): Place | null => {
  if (cui === null || !fields?.date || state !== 'new') return null;
  const kind = kindFor(fields, cui);
  return (kind && months.get(fields.date.slice(0, 7))?.[kind]) ?? null;
};
