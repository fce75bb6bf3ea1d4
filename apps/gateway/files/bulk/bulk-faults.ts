import type { ProblemCode } from '@dosar/contracts';
import type { ItemRefusal } from '@dosar/kernel/runtime';
import type { BulkFailure } from '@dosar/domain/files/bulk.events';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import { codeOf } from '../../platform/http/problem';
import { isAsRequested, isDeep, type Started } from './bulk-commands';
import type { Course } from './bulk-course';

/** The things an operation did not reach before it stopped. */
export const unreachedOf = (
  operationId: string,
  started: Started,
  { reached, changed }: Course,
  state: Drive,
): Omit<BulkFailure, 'code'>[] =>
  started.items
    .slice(reached)
    .filter(({ id, type }) => !changed.has(id) || (type === 'folder' && isDeep(started)))
    .filter(({ id }) => !isAsRequested(operationId, started, state, id))
    .map(({ id, type }) => ({ id, type }));

/** The refused things of an operation. */
export const failuresOf = ({ items }: Started, refusals: readonly ItemRefusal[]): BulkFailure[] => {
  const types = new Map(items.map(({ id, type }) => [id, type]));
  return refusals.map((refusal) => ({
    id: refusal.id,
    type: types.get(refusal.id)!,
    code: codeOf(refusal),
  }));
};

/** The single reason for which everything failed, if there is one. */
export const commonReason = (total: number, failed: readonly { readonly code: ProblemCode }[]): ProblemCode | null => {
  const codes = new Set(failed.map(({ code }) => code));
  return failed.length === total && codes.size === 1 ? [...codes][0]! : null;
};
