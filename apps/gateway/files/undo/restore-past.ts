import { undoApi, type InputOf } from '@dosar/contracts';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { Instants } from '../../platform/past/instants';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads } from '../files.reads';
import { PastItems } from './past-items';
import { returned, type Returned } from './returned';

export const restorePast = useCase(undoApi.restore, async ({ body }, context) =>
  returned(context, await pastOf(context, body), body),
);

type Asked = InputOf<typeof undoApi.restore>['body'];

const pastOf = async ({ see, use }: UseCaseContext, { client_id, at, ...selected }: Asked): Promise<Returned> => {
  const clientId = see(FilesReads).clientId(client_id, 'client_id');
  const { position } = await use(Instants).of(at);
  const items = [...itemsOf(selected.file_ids, 'file'), ...itemsOf(selected.folder_ids, 'folder')];
  const returns = await use(PastItems).of(clientId, position, items);
  const begun = { kind: 'restore_past', items, asOf: String(position) } as const;
  return { correlation_id: null, clientId, returns, causes: new Map(), nothing: [], begun };
};

const itemsOf = (ids: readonly string[], type: BulkItem['type']): BulkItem[] =>
  [...new Set(ids)].map((id) => ({ id, type, deletion: null }));
