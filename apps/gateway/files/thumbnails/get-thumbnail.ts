import { filesApi, type ReplyOf } from '@dosar/contracts';
import { filesKey } from '@dosar/domain/files/drive.events';
import type { Installation } from '../../platform/hosting/installation';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';
import type { Drawn } from './drawing';
import { Thumbnails } from './thumbnails';

/** A thumbnail in a list is no event, just as the names in it are not. */
export const getThumbnail = useCase(
  filesApi.thumbnail,
  async ({ params: { id }, query: { size } }, { call, installation, see, use }) => {
    const { file } = await see(FilesReads).file(id);
    const content = await use(FilesReads).of(call).content(file.id);
    if (await isErased(installation, filesKey(file.client_id, content.year))) return { thumbnail: null };
    const { mime_type: mimeType, client_id: clientId } = file;
    return shownOf(await use(Thumbnails).of({ ...content, mimeType, clientId }, size));
  },
);

const shownOf = (drawn: Drawn | null): ReplyOf<typeof filesApi.thumbnail> => {
  if (!drawn) return { thumbnail: null };
  if ('why' in drawn) return { thumbnail: null, why: drawn.why };
  if (!drawn.picture) return { thumbnail: null };
  const { data, width, height } = drawn.picture;
  return { thumbnail: { type: 'image/webp', width, height, data: Buffer.from(data).toString('base64') } };
};

const isErased = async (installation: Installation, name: string): Promise<boolean> => {
  const { keyring } = installation;
  await keyring.fetch([name]);
  return keyring.key(name) === 'destroyed';
};
