import { filesApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';
import { PreviewKinds } from './preview-kinds';
import { Tickets } from './tickets';

export const getPreview = useCase(filesApi.preview, async ({ params: { id } }, { call, see, use }) => {
  const { file } = await see(FilesReads).file(id);
  const content = await see(FilesReads).content(file.id);
  const { use: kind, isGivenUp, part = null, ...shown } = await use(PreviewKinds).of(file, content);
  const { id: userId, sessionId, role } = call.caller;
  const ticket = { fileId: file.id, version: content.version, userId, sessionId, use: kind, part };
  return {
    url: `/api/files/content/${use(Tickets).issue(ticket)}`,
    ...shown,
    ...(isGivenUp && role === 'admin' && { can_read_again: true as const }),
  };
});
