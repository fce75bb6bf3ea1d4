import { sortKey, type Folder } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { monthIn } from '@dosar/domain/files/drive.events';
import { folders } from '@dosar/domain/files/folders.projector';
import { pathsTo } from '../files/files.reads';
import { today } from '../platform/hosting/time';
import type { ViewRows } from '../platform/reads/rows';

/** Of a page's names in all months of many years. */
const MOST_ALIKE = 5_000;

/** A folder that stands for others, and for how many. */
export type Alike = { readonly folder: Folder; readonly count: number };

const nameOf = ({ client_id, category_key, name }: Folder) => [client_id, category_key, name].join('/');

const better = (one: string | null, other: string | null, now: string): boolean => {
  if (one === null || other === null) return one !== null;
  const isPast = (month: string) => month <= now;
  return isPast(one) === isPast(other) ? (isPast(one) ? one > other : one < other) : isPast(one);
};

/**
 * For each of these folders of the accounting structure those that are called alike, of which the one of the present month
 * stands for all, or else the last before it. @param month only those of this month are meant
 */
export const alikeFolders = async (
  rows: ViewRows,
  shown: readonly Folder[],
  month: string | null,
): Promise<ReadonlyMap<string, Alike>> => {
  if (shown.length === 0) return new Map();
  const where = {
    client_id: { in: [...new Set(shown.map(({ client_id }) => client_id))] },
    sort_name: { in: [...new Set(shown.map(({ name }) => sortKey(name ?? '')))] },
    deleted: 0,
  };
  const wanted = new Set(shown.map(nameOf));
  const found = (await rows.find(folders, { where, limit: MOST_ALIKE })).map(({ json }) => rowIn(json));
  const all = found.filter((folder) => wanted.has(nameOf(folder)));
  const pathTo = await pathsTo(
    rows,
    all.map(({ id }) => id),
  );
  const now = today().slice(0, 7);
  const best = new Map<string, Alike & { readonly month: string | null }>();
  for (const folder of all) {
    const own = pathTo(folder.id).findLast(({ category_key }) => monthIn(category_key) !== null);
    const of = monthIn(own?.category_key ?? null);
    if (month !== null && of !== month) continue;
    const before = best.get(nameOf(folder));
    const count = (before?.count ?? 0) + 1;
    const isBetter = !before || better(of, before.month, now);
    best.set(nameOf(folder), isBetter ? { folder, month: of, count } : { ...before, count });
  }
  return new Map(shown.flatMap((folder) => (best.has(nameOf(folder)) ? [[folder.id, best.get(nameOf(folder))!]] : [])));
};
