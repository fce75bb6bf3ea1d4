import { filesApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';
import { PreviewKinds } from './preview-kinds';
import { Tickets } from './tickets';

export const getPreview = useCase(filesApi.preview, async ({ params: { id } }, { call, look, see, use }) => {
  const { file } = await see(FilesReads).file(id);
  // a document’s bytes never change: those of then are those of now
  const content = await use(FilesReads).of(call).content(file.id);
  const { use: kind, isGivenUp, part = null, ...shown } = await use(PreviewKinds).of(file, content);
  const { id: userId, sessionId, role } = call.caller;
  const at = look?.instant.position ?? null;
  const ticket = { fileId: file.id, version: content.version, userId, sessionId, use: kind, part, at };
  return {
    url: `/api/files/content/${use(Tickets).issue(ticket)}`,
    ...shown,
    ...(isGivenUp && role === 'admin' && { can_read_again: true as const }),
  };
});
