import { filesApi } from '@dosar/contracts';
import { stoodAtOf } from '../../platform/past/instants';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';
import { PreviewKinds } from './preview-kinds';
import { Tickets } from './tickets';

export const getPreview = useCase(filesApi.preview, async ({ params: { id } }, { call, look, see, use }) => {
  const { file } = await see(FilesReads).file(id);
  // a document’s bytes never change: those of then are those of now
  const content = await use(FilesReads).of(call).content(file.id);
  const { use: usedFor, isGivenUp, part = null, ...shown } = await use(PreviewKinds).of(file, content);
  const canReadAgain = isGivenUp && call.caller.role === 'admin';
  const opens = { fileId: file.id, version: content.version, use: usedFor, part };
  return {
    url: use(Tickets).linkFor(call, opens, look?.instant.position),
    ...shown,
    ...(canReadAgain && { can_read_again: true as const }),
    ...(look && { at: stoodAtOf(look.instant) }),
  };
});
