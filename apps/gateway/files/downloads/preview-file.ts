import { filesApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads } from '../files.reads';
import { PreviewKinds } from './preview-kinds';
import { Tickets, type Ticket } from './tickets';

export const getPreview = useCase(filesApi.preview, async ({ params: { id } }, context) => {
  const { file } = await context.see(FilesReads).file(id);
  // a document’s bytes never change: those of then are those of now
  const content = await context.use(FilesReads).of(context.call).content(file.id);
  const { use, isGivenUp, part = null, ...shown } = await context.use(PreviewKinds).of(file, content);
  const canReadAgain = isGivenUp && context.call.caller.role === 'admin';
  return {
    url: linkTo(context, { fileId: file.id, version: content.version, use, part }),
    ...shown,
    ...(canReadAgain && { can_read_again: true as const }),
  };
});

const linkTo = ({ call, look, use }: UseCaseContext, opens: Pick<Ticket, 'fileId' | 'version' | 'use' | 'part'>) => {
  const { id: userId, sessionId } = call.caller;
  const at = look?.instant.position ?? null;
  return `/api/files/content/${use(Tickets).issue({ ...opens, userId, sessionId, at })}`;
};
