import {
  FIELD_LIMITS,
  FILE_LIMITS,
  invoicesApi,
  NO_FIELDS,
  sameIssuer,
  type File,
  type RepeatedFile,
} from '@dosar/contracts';
import { pace, rowIn } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

/** So many documents are looked for at once. */
const AT_ONCE = 500;
/** Of so many rows for them: what is there much more often is named of the first ones. */
const MOST = 4 * AT_ONCE;

export const listRepeated = useCase(invoicesApi.repeated, async ({ query }, { call, rows, see }) => {
  const { clientId, folderId } = await see(FilesReads).place(query.client_id, query.folder_id, 'client_id');
  const produce = async () => JSON.stringify({ repeated: await repeatedIn(rows, clientId, folderId) });
  return rows.part(call, { view: files, audience: clientId }, produce, `${folderId}`);
});

const repeatedIn = async (rows: ViewRows, clientId: string, folderId: string | null): Promise<RepeatedFile[]> => {
  const where = { client_id: clientId, folder_id: folderId, deleted: 0, document: { not: null } };
  const repeated: RepeatedFile[] = [];
  const rest = pace();
  for (let skip = 0; skip < FILE_LIMITS.listed; skip += AT_ONCE) {
    const found = await rows.find(files, { where, order: [['sort_name', 'asc']], limit: AT_ONCE, skip });
    const here = found.map(({ json }) => rowIn(json));
    const same = await sameAs(rows, clientId, here);
    for (const file of here) {
      const others = same(file);
      if (others.length > 0) repeated.push({ id: file.id, others });
    }
    if (found.length < AT_ONCE) break;
    await rest();
  }
  return repeated;
};

const keyOf = (file: File) => files.columnsOf(file).document as string;
const fieldsOf = ({ fields }: File) => fields ?? NO_FIELDS;

/** The others of each of these documents, the oldest first, and by what their issuer is the same one. */
const sameAs = async (rows: ViewRows, clientId: string, here: readonly File[]) => {
  const keys = [...new Set(here.map(keyOf))];
  const where = { client_id: clientId, deleted: 0, document: { in: keys } };
  const found = await rows.find(files, { where, order: [['created', 'asc']], limit: MOST });
  const byKey = new Map<string, File[]>();
  for (const { json } of found) {
    const file = rowIn(json);
    const alike = byKey.get(keyOf(file));
    if (alike) alike.push(file);
    else byKey.set(keyOf(file), [file]);
  }
  return (file: File): RepeatedFile['others'] => {
    const others: RepeatedFile['others'] = [];
    for (const other of byKey.get(keyOf(file)) ?? []) {
      const { id, name, folder_id } = other;
      const issuer_by = id === file.id ? null : sameIssuer(fieldsOf(file), fieldsOf(other));
      if (issuer_by !== null) others.push({ id, name, folder_id, issuer_by });
      if (others.length === FIELD_LIMITS.others) break;
    }
    return others;
  };
};
