import { FILE_LIMITS, invoicesApi, type RepeatedFile } from '@dosar/contracts';
import { pace, rowIn } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';
import { sameAs } from './same-documents';

/** So many documents are looked for at once. */
const AT_ONCE = 500;

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
