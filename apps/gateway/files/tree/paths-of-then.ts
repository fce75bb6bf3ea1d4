import type { Find, Position, Recorded, Row, ViewSpec } from '@dosar/kernel/runtime';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import type { DriveEvent } from '@dosar/domain/files/drive.events';
import { eventsOf } from '../../audit/audit.reads';
import type { Installation } from '../../platform/hosting/installation';

type Details = Record<string, unknown>;
type Rows = { find(view: ViewSpec, find: Find): Promise<readonly Row[]> };

/** Name and parent of a folder, from a position of the log on. */
type Stand = { readonly since: Position; readonly name: string | null; readonly parentId: string | null };
const unknownSince = (since: Position): Stand => ({ since, name: null, parentId: null });

/** Limit of changes of one folder that are read: beyond them its place is unknown. */
const MOST = 1_000;
/** Deeper than any folder may be. */
const DEPTH = 100;

const standAfter = (before: Stand | undefined, event: Recorded): Stand => {
  const { type, data } = event as unknown as DriveEvent;
  const { name = null, parentId = null } = before ?? {};
  const since = event.position;
  switch (type) {
    case 'FolderCreated':
    case 'FolderCarried':
      return { since, name: data.name, parentId: data.parentId };
    case 'FolderRenamed':
    case 'FolderRestored':
      return { since, name: data.to, parentId };
    case 'FolderMoved':
      return { since, name, parentId: data.to.folderId };
    default:
      return { since, name, parentId };
  }
};

/**
 * Paths as they were before events: records have no paths, since these would store names of other years for ever. Each
 * folder is looked up once, in the audit.
 */
export const pathsOfThen = (installation: Installation, rows: Rows, events: readonly Recorded[]) => {
  const newest = events.reduce((most, { position }) => (position > most ? position : most), 0n);
  const known = new Map<string, Promise<readonly Stand[]>>();

  const load = async (folderId: string): Promise<readonly Stand[]> => {
    const terms = { all: [auditTerm('resource_type', 'folder'), auditTerm('resource_id', folderId)], beginnings: [] };
    const where = { position: { from: 0, below: newest } };
    const found = await rows.find(audit, { where, terms, order: [['position', 'asc']], limit: MOST });
    const stands: Stand[] = [];
    for (const event of await eventsOf(installation, found)) stands.push(standAfter(stands.at(-1), event));
    return found.length < MOST ? stands : [...stands, unknownSince(found.at(-1)!.position)];
  };
  const standsOf = (folderId: string) => known.get(folderId) ?? known.set(folderId, load(folderId)).get(folderId)!;

  /** `/2026/2026-01 Ianuarie`; the root is `/`. null: a name in it was erased, or is unknown. */
  const pathAt = async (folderId: string | null, position: Position): Promise<string | null> => {
    const names: string[] = [];
    for (let id = folderId; id !== null && names.length < DEPTH;) {
      const stand = (await standsOf(id)).findLast(({ since }) => since < position);
      if (!stand || stand.name === null) return null;
      names.unshift(stand.name);
      id = stand.parentId;
    }
    return `/${names.join('/')}`;
  };

  const isPlace = (value: unknown): value is { readonly folder_id: string | null } =>
    typeof value === 'object' && value !== null && 'folder_id' in value;

  /** The details of an event about a folder or a file, with the path of its place. */
  return async ({ position, resource }: Recorded, details: Details): Promise<Details> => {
    const placed = async (value: unknown) =>
      isPlace(value) ? { ...value, folder_path: await pathAt(value.folder_id, position) } : value;
    const { from, to } = details;
    if (isPlace(from) || isPlace(to)) return { ...details, from: await placed(from), to: await placed(to) };
    const where = resource.type === 'file' ? 'folder_id' : resource.type === 'folder' ? 'parent_id' : null;
    if (where === null || !(where in details)) return details;
    return { ...details, folder_path: await pathAt(details[where] as string | null, position) };
  };
};
