import { FILE_LIMITS } from '@dosar/contracts';
import { pace } from '@dosar/kernel/runtime';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import { affectedBy } from '@dosar/domain/files/drive-subtree';
import { Problem } from '../../platform/http/problem';

type Operation = { readonly kind: string; readonly items: readonly BulkItem[] };

/** Counts what an operation would change or create. @throws Problem BULK_TOO_MANY when that exceeds the limit */
export const mustBeWithinLimit = async (drive: Drive, { kind, items }: Operation): Promise<void> => {
  const rest = pace();
  const max = FILE_LIMITS.operation;
  const affected = new Set<string>();
  for (const item of items)
    for (const id of affectedBy(drive, kind, item)) {
      if (affected.add(id).size > max)
        throw new Problem('BULK_TOO_MANY', new Map([['folder_ids', { rule: 'operation_items', values: { max } }]]));
      await rest();
    }
};
