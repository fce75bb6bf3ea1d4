import { FIELD_LIMITS, filesApi, folded, type TagCount } from '@dosar/contracts';
import { pace, rowIn } from '@dosar/kernel/runtime';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

export const changeFields = useCase(
  filesApi.changeFields,
  async ({ params: { id: fileId }, body: change }, { call, writes, see }) => {
    const { file } = await see(FilesReads).file(fileId);
    const write = await writes.begin(call, { fileId, change });
    await write.handle(drive, file.client_id, { type: 'ChangeFields', data: { fileId, change } });
    return write.reply('file', files, fileId);
  },
);

export const changeTags = useCase(
  filesApi.changeTags,
  async ({ params: { id: fileId }, body: { tags } }, { call, writes, see }) => {
    const { file } = await see(FilesReads).file(fileId);
    const write = await writes.begin(call, { fileId, tags });
    await write.handle(drive, file.client_id, { type: 'ChangeTags', data: { fileId, tags } });
    return write.reply('file', files, fileId);
  },
);

/** So many tagged files are looked through, the newest first, some at a time. */
const MOST = 5_000;
const AT_ONCE = 500;

export const listTags = useCase(filesApi.tags, async ({ query }, { call, rows, see }) => {
  const clientId = see(FilesReads).clientId(query.client_id, 'client_id');
  const produce = async () => JSON.stringify({ tags: await tagsOf(rows, clientId) });
  return rows.part(call, { view: files, audience: clientId }, produce);
});

/** Each by its first spelling, the most used ones first. */
const tagsOf = async (rows: ViewRows, clientId: string): Promise<readonly TagCount[]> => {
  const counts = new Map<string, TagCount>();
  const rest = pace();
  const where = { client_id: clientId, tags: { not: null }, deleted: 0 };
  for (let skip = 0; skip < MOST; skip += AT_ONCE) {
    const found = await rows.find(files, { where, order: [['created', 'desc']], limit: AT_ONCE, skip });
    for (const tag of found.flatMap(({ json }) => rowIn(json).tags)) {
      const before = counts.get(folded(tag)) ?? { tag, count: 0 };
      counts.set(folded(tag), { ...before, count: before.count + 1 });
    }
    if (found.length < AT_ONCE) break;
    await rest();
  }
  const byUse = (one: TagCount, other: TagCount) => other.count - one.count || (one.tag < other.tag ? -1 : 1);
  return [...counts.values()].sort(byUse).slice(0, FIELD_LIMITS.listed);
};
