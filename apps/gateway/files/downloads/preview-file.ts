import { filesApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { Drives } from '../tree/drives';
import { PreviewKinds } from './preview-kinds';
import { Tickets } from './tickets';

export const getPreview = useCase(filesApi.preview, async ({ params: { id } }, { call, use }) => {
  const { file } = await use(Drives).file(call, id);
  const content = await use(Drives).content(file.id);
  const { use: kind, isGivenUp, ...shown } = await use(PreviewKinds).of(file, content);
  const { id: userId, sessionId, role } = call.caller;
  const ticket = { fileId: file.id, version: content.version, userId, sessionId, use: kind };
  return {
    url: `/api/files/content/${use(Tickets).issue(ticket)}`,
    ...shown,
    ...(isGivenUp && role === 'admin' && { can_read_again: true as const }),
  };
});
