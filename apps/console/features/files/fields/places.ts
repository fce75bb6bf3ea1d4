import type { DocumentFields, File, FolderTree, InvoiceKind } from '@dosar/contracts';
import { monthIn } from '../months';

/** A folder of the accounting structure in which a document belongs. */
type Folder = { readonly folderId: string; readonly name: string };
/** The folders of a month, by the kind of document. */
type Month = Readonly<Partial<Record<InvoiceKind, Folder>>>;
/** Where a document belongs: the folder is null where it has to be made first. */
export type Place = {
  readonly month: string;
  readonly kind: InvoiceKind;
  readonly folder: Folder | null;
};
/** Documents of one place have one text. */
export const placeKey = ({ month, kind }: Place): string => `${month} ${kind}`;

const KINDS: Readonly<Record<string, InvoiceKind>> = { facturi_emise: 'issued', facturi_primite: 'received' };
const KEYS = { issued: 'facturi_emise', received: 'facturi_primite' } as const satisfies Record<InvoiceKind, string>;

type MadeFolder = Pick<FolderTree, 'id' | 'name' | 'parent_folder_id' | 'category_key'>;

const folderIn = (month: Pick<FolderTree, 'name'>, { id, name }: Pick<FolderTree, 'id' | 'name'>): Folder => ({
  folderId: id,
  name: [month.name, name].filter(Boolean).join(' / '),
});

const placesIn = (month: FolderTree): Month =>
  Object.fromEntries(
    month.children.flatMap(({ id, name, category_key: key }) => {
      const kind = KINDS[key ?? ''];
      return kind ? [[kind, folderIn(month, { id, name })]] : [];
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

/** Where a new document belongs by its day and by who made it out; null where that is not known. */
export const placeOf = (
  months: ReadonlyMap<string, Month>,
  { fields, process_state: state }: Pick<File, 'fields' | 'process_state'>,
  cui: string | null,
): Place | null => {
  if (cui === null || !fields?.date || state !== 'new') return null;
  const kind = kindFor(fields, cui);
  if (kind === null) return null;
  const month = fields.date.slice(0, 7);
  return { month, kind, folder: months.get(month)?.[kind] ?? null };
};

/** The folder of a place among those that were made for its year. */
export const madeFor = ({ month, kind }: Place, made: readonly MadeFolder[]): Folder | null => {
  const parent = made.find((each) => monthIn(each) === month);
  const folder = made.find((each) => each.parent_folder_id === parent?.id && each.category_key === KEYS[kind]);
  return folder ? folderIn(parent!, folder) : null;
};
