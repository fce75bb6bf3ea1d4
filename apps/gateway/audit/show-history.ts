import { deedsApi, type InputOf } from '@dosar/contracts';
import { notFound } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { AuditEvents } from './audit-events';
import { NotedReads } from './noted-reads';

const history = async (
  { call, use }: UseCaseContext,
  type: 'file' | 'message',
  { params, query }: InputOf<typeof deedsApi.fileHistory>,
) => {
  const about = { resource_type: type, resource_id: params.id };
  const found = await use(AuditEvents).oldestFirst(call, about, query);
  if (found.events.length === 0 && query.after === undefined) throw notFound();
  await use(NotedReads).list(call, about);
  return found;
};

export const showFileHistory = useCase(deedsApi.fileHistory, (input, context) => history(context, 'file', input));
export const showMessageHistory = useCase(deedsApi.messageHistory, (input, context) =>
  history(context, 'message', input),
);
