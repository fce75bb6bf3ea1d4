import { bulkApi, type OperationKind } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { operations } from '@dosar/domain/files/operations.projector';
import { isAllowed, ruleOf } from '../../platform/access/policy';
import type { Installation } from '../../platform/hosting/installation';
import { type Json } from '../../platform/http/json';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { BulkAnswers } from './bulk-answers';
import type { Started } from './bulk-commands';
import { BulkRunner } from './bulk-runner';
import { BulkSelection, type BulkRequest } from './bulk-selection';

const runBulk = async ({ call, writes, use }: UseCaseContext, request: BulkRequest): Promise<Json> => {
  const { clientId, items } = await use(BulkSelection).of(call, request);
  const write = await writes.begin(call, { ...request, client_id: clientId });
  return use(BulkAnswers).run(call, write, startedOf(request, clientId, items));
};

export const moveItems = useCase(bulkApi.move, ({ body }, context) => runBulk(context, { kind: 'move', ...body }));

export const copyItems = useCase(bulkApi.copy, ({ body }, context) => runBulk(context, { kind: 'copy', ...body }));

export const deleteItems = useCase(bulkApi.delete, ({ body }, context) =>
  runBulk(context, { kind: 'delete', ...body }),
);

export const restoreItems = useCase(bulkApi.restore, ({ body }, context) =>
  runBulk(context, { kind: 'restore', ...body }),
);

export const changeStatus = useCase(bulkApi.status, ({ body }, context) =>
  runBulk(context, { kind: 'status', ...body }),
);

const startedOf = (request: BulkRequest, clientId: string, items: readonly BulkItem[]): Started => ({
  clientId,
  kind: request.kind,
  items: [...items],
  targetId: request.target_folder_id ?? null,
  processState: request.process_state ?? null,
  ...(request.accounting_status !== undefined && { accountingStatus: request.accounting_status }),
});

/** Operations with an endpoint of their own, which can be retried. */
const CALLS = {
  move: bulkApi.move,
  copy: bulkApi.copy,
  delete: bulkApi.delete,
  restore: bulkApi.restore,
  status: bulkApi.status,
} as const;

const isCalled = (kind: OperationKind): kind is keyof typeof CALLS => kind in CALLS;

export const retryBulk = useCase(bulkApi.retry, async ({ params: { id } }, { call, installation, writes, use }) => {
  await use(BulkAnswers).own(call, id);
  const again = await failedOf(installation, id);
  // their role may have changed since
  if (!isAllowed(ruleOf(CALLS[again.kind]), call.caller.role)) throw new Problem('ACCESS_DENIED');
  const write = await writes.begin(call, { retry: id });
  return use(BulkAnswers).run(call, write, again);
});

/** The parameters of an operation, with only its failed things. @throws Problem when nothing failed */
const failedOf = async (
  installation: Installation,
  id: string,
): Promise<Started & { readonly kind: keyof typeof CALLS }> => {
  const { started, finished } = await installation.commandHandler.state(bulk, id);
  const failed = new Set(finished?.failed.map((each) => each.id));
  if (!started || failed.size === 0 || !isCalled(started.kind)) throw new Problem('INVALID_TRANSITION');
  return { ...started, kind: started.kind, items: started.items.filter((each) => failed.has(each.id)) };
};

export const cancelBulk = useCase(bulkApi.cancel, async ({ params: { id } }, { call, writes, use }) => {
  await use(BulkAnswers).own(call, id);
  const write = await writes.begin(call, { cancel: id });
  const cancelled = await write.handle(bulk, id, { type: 'CancelBulk', data: {} });
  // the work under way ends first
  const ended = await use(BulkRunner).ended(id);
  return use(BulkAnswers).reply(call, id, [cancelled, ...ended]);
});

export const getOperation = useCase(bulkApi.get, async ({ params: { id } }, { call, rows, use }) => {
  const row = await use(BulkAnswers).own(call, id);
  const operation = JSON.stringify(await use(BulkAnswers).shown(call, rowIn(row.json)));
  return rows.one(call, operations, row, { name: 'operation', show: () => operation, dependsOn: operation });
});
