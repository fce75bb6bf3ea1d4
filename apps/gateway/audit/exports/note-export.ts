import { exportsApi, type InputOf } from '@dosar/contracts';
import { Problem, wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { NotedReads } from '../noted-reads';

export const noteExport = useCase(exportsApi.note, async ({ body: { list, count, ...asked } }, context) => {
  const clientId = clientOf(context, { list, ...asked });
  await context.use(NotedReads).taken(context.call, { list, clientId, count });
});

/** Whose list it is; null: the installation's. @throws Problem when the caller has not got that list */
const clientOf = (
  { call: { caller }, reads, installation: { access } }: UseCaseContext,
  { list, client_id }: Pick<InputOf<typeof exportsApi.note>['body'], 'list' | 'client_id'>,
): string | null => {
  if (list === 'invoices') {
    if (client_id === undefined) throw wrongField('client_id', 'required');
    reads.mustClient(client_id);
    return client_id;
  }
  const { firmId, clientIds } = access.scope(caller);
  if (firmId !== null || clientIds !== null) throw new Problem('ACCESS_DENIED');
  return null;
};
