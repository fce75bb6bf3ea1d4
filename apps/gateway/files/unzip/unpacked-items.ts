import type { StoredBytes } from '@dosar/kernel/runtime';
import { derivedId } from '@dosar/kernel/runtime';
import type { BulkFailure } from '@dosar/domain/files/bulk.events';
import type { Unpacked } from '@dosar/domain/files/plans/unpack-plan';
import type { ArchivePlan, Planned } from './archive-plan';
import type { LeftOut } from './left-out';

/** A stored file, and the media type of its content. */
export type Stored = { readonly blob: StoredBytes; readonly mimeType: string };

/** Ids by index in the archive: derived from a path, an id would confirm a guess of an erased name. */
export const idsOf =
  (operationId: string) =>
  ({ number }: Pick<Planned, 'number'>): string =>
    derivedId('unpacked', operationId, number);

/** The planned things without the files that were left out, and without folders that only these implied. */
const remaining = ({ planned, folders }: ArchivePlan, leftOut: readonly LeftOut[]): readonly Planned[] => {
  const left = new Set(leftOut.map(({ number }) => number));
  const kept = new Set<Planned>();
  for (const each of planned) {
    const isKept = each.entry ? !left.has(each.number) : folders.has(each);
    for (let at: Planned | null = isKept ? each : null; at && !kept.has(at); at = at.parent) kept.add(at);
  }
  return planned.filter((each) => kept.has(each));
};

type Unpacking = {
  readonly operationId: string;
  /** Of the folder that is made for what comes out; absent: none is. */
  readonly folderName: string | null | undefined;
  readonly stored: ReadonlyMap<string, Stored>;
  readonly leftOut: readonly LeftOut[];
};

/** The things created from an archive, in a folder for them when one was requested. */
export const itemsOf = (
  { operationId, folderName, stored, leftOut }: Unpacking,
  plan: ArchivePlan,
): readonly Unpacked[] => {
  const idOf = idsOf(operationId);
  const top = folderName ? derivedId('unpacked', operationId) : null;
  const items = remaining(plan, leftOut).map((each): Unpacked => {
    const { name, parent, path, entry } = each;
    const id = idOf(each);
    const { blob, mimeType } = stored.get(id) ?? {};
    const content = blob
      ? { blobId: blob.id, size: blob.size, sha256: blob.sha256, bytesKey: blob.bytesKey, mimeType: mimeType! }
      : null;
    const originalName = path.split('/').at(-1)!;
    return { id, name, parent: parent ? idOf(parent) : top, originalName, type: entry ? 'file' : 'folder', content };
  });
  if (top === null) return items;
  const name = folderName!;
  return [{ id: top, parent: null, name, originalName: name, type: 'folder', content: null }, ...items];
};

/** What was left out, as the operation says it. */
export const leftOutFailures = (operationId: string, leftOut: readonly LeftOut[]): BulkFailure[] =>
  leftOut.map((each) => {
    const { type, code, path, rule } = each;
    return { id: idsOf(operationId)(each), type, code, path, ...(rule && { rule }) };
  });
