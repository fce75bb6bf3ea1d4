import type { Position } from '../model/event';
import type { AnyProjector, AnyWrite } from '../model/projector';
import { besideId } from '../model/view';
import type { RowWrite } from '../ports';

/** The id under which a row is stored. */
export const storedId = ({ kind, id }: Pick<AnyWrite, 'kind' | 'id'>): string =>
  kind === undefined ? id : besideId(kind, id);

/** The id of the stored row that a projector will read; null: there is none. */
export const lookedAt = (at: ReturnType<NonNullable<AnyProjector['looksAt']>>): string | null =>
  at === null || typeof at === 'string' ? at : besideId(String(at.kind), at.id);

/** A projector's write, in the form a store gets it. */
export const rowWriteOf = (projector: AnyProjector, write: AnyWrite, position: Position): RowWrite => {
  const id = storedId(write);
  if (write.row === null) return { id, position, json: null, columns: {}, subjects: [], terms: [] };
  const json = JSON.stringify(write.row);
  // internal rows are found by their subjects alone
  if (write.kind !== undefined) {
    const subjects = projector.beside?.[write.kind]?.subjectsOf?.(write.row) ?? [];
    return { id, position, json, columns: {}, subjects, terms: [] };
  }
  const own = projector.columnsOf(write.row);
  const columns = write.columns ? { ...own, ...write.columns } : own;
  return { id, position, json, columns, subjects: projector.subjectsOf?.(write.row) ?? [], terms: write.terms ?? [] };
};
