import type { AnyProjector, AnyRows } from '../model/projector';
import { besideId, kindOf } from '../model/view';
import type { Find, StoredRow } from '../ports';

/** Stored rows of a view, of any kind. */
type Stored = {
  readonly get: (id: string) => Promise<unknown>;
  readonly find: (find: Find) => Promise<readonly StoredRow[]>;
  readonly bySubject: (subject: string) => Promise<readonly StoredRow[]>;
  readonly parsed: (row: StoredRow) => unknown;
};

/** A view's rows as its projector reads them: the shown ones, and each internal kind. */
export const rowsToProject = ({ beside }: AnyProjector, { get, find, bySubject, parsed }: Stored): AnyRows => {
  const ofKind = (kind: string | null, found: readonly StoredRow[]) =>
    found.filter(({ id }) => kindOf(beside, id) === kind).map(parsed);
  return {
    get,
    find: async (asked) => ofKind(null, await find(asked)),
    bySubject: async (subject) => ofKind(null, await bySubject(subject)),
    beside: (kind) => ({
      get: (id) => get(besideId(kind, id)),
      bySubject: async (subject) => ofKind(kind, await bySubject(subject)),
    }),
  };
};
