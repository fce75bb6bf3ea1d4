import { FIELD_LIMITS, NO_FIELDS, sameIssuer, type File, type RepeatedFile } from '@dosar/contracts';
import { rowIn, type ReadStore } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';

/** Of so many rows at once. */
const MOST = 2_000;
/** Of so many documents of one number and day, the oldest, it is seen whether their issuer is the same. */
const ALIKE = 200;

type Others = RepeatedFile['others'];

const keyOf = (file: File) => files.columnsOf(file).document as string;
const fieldsOf = ({ fields }: File) => fields ?? NO_FIELDS;

/** The others of each of these documents, the oldest first, and by what their issuer is the same one. */
export const sameAs = async (rows: Pick<ReadStore, 'find'>, clientId: string, here: readonly File[]) => {
  const byKey = await alike(rows, clientId, new Set(here.map(keyOf)));
  return (file: File): Others => {
    const others: Others = [];
    for (const other of byKey.get(keyOf(file))!) {
      const { id, name, folder_id } = other;
      const issuer_by = id === file.id ? null : sameIssuer(fieldsOf(file), fieldsOf(other));
      if (issuer_by !== null) others.push({ id, name, folder_id, issuer_by });
      if (others.length === FIELD_LIMITS.others) break;
    }
    return others;
  };
};

/** What may be the same as these, by the key of each. */
const alike = async (rows: Pick<ReadStore, 'find'>, client_id: string, keys: ReadonlySet<string>) => {
  const byKey = new Map([...keys].map((key) => [key, [] as File[]]));
  let open = [...keys];
  for (let skip = 0; open.length > 0;) {
    const where = { client_id, deleted: 0, document: { in: open } };
    const found = await rows.find(files, { where, order: [['created', 'asc']], limit: MOST, skip });
    for (const file of found.map(({ json }) => rowIn(json))) byKey.get(keyOf(file))?.push(file);
    if (found.length < MOST) break;
    // one that is there very often must not hide the others: these are looked for from where they are
    open = open.filter((key) => byKey.get(key)!.length < ALIKE);
    skip = open.reduce((sum, key) => sum + byKey.get(key)!.length, 0);
  }
  return byKey;
};
