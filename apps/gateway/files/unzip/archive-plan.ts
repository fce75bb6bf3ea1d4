import {
  bytesOf,
  FILE_LIMITS,
  freeName,
  mendedName,
  nameFault,
  nameKey,
  sizeLimitOf,
  type ProblemCode,
} from '@dosar/contracts';
import { pace } from '@dosar/kernel/runtime';
import { ArchiveRefused } from './archive-refused';
import type { Listing, ZipEntry } from './directory';

/** A folder or file to be created from an archive, with its place and name; parents come first. */
export type Planned = {
  /** Its index among everything created from the archive: the same each time it is planned. */
  readonly number: number;
  readonly path: string;
  readonly name: string;
  readonly parent: Planned | null;
  /** null: a folder. */
  readonly entry: ZipEntry | null;
};
export type ArchivePlan = {
  readonly planned: readonly Planned[];
  readonly files: readonly (Planned & { readonly entry: ZipEntry })[];
  readonly bytes: number;
};

/** Metadata files that operating systems leave in archives. */
const LEFTOVERS: ReadonlySet<string> = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);
const isLeftover = (parts: readonly string[]): boolean => {
  const last = parts.at(-1) ?? '';
  return parts[0] === '__MACOSX' || last.startsWith('._') || LEFTOVERS.has(last.toLowerCase());
};

const CONTROL = /\p{Cc}/u;
const ELSEWHERE = /^(?:\/|[a-z]:)/i;
/** A parent directory, also as systems read it that ignore trailing blanks and dots. */
const isUpwards = (part: string): boolean => /^[. ]*$/.test(part) && part.replaceAll(' ', '').length > 1;

/** The folders and the name of a path. @throws ArchiveRefused when it leads outside */
const partsOf = ({ path, isFolder }: ZipEntry): string[] => {
  const unsafe = () => new ArchiveRefused('ZIP_UNSAFE', path);
  if (CONTROL.test(path) || ELSEWHERE.test(path)) throw unsafe();
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some(isUpwards) || (parts.length === 0 && !isFolder)) throw unsafe();
  const folders = isFolder ? parts : parts.slice(0, -1);
  if (folders.length > FILE_LIMITS.depth || bytesOf(path) > FILE_LIMITS.path)
    throw new ArchiveRefused('TOO_DEEP', path);
  return parts;
};

/** The path of something, with the names it and its folders get. */
export const pathOf = ({ name, parent }: Planned): string => (parent ? `${pathOf(parent)}/${name}` : name);

/** Why a file of this name and size would be refused; null: it is accepted. */
const refusalOf = (name: string, size: number): ProblemCode | null => {
  if (nameFault(name)) return 'INVALID_FILE_TYPE';
  return size > sizeLimitOf(name) ? 'FILE_TOO_LARGE' : null;
};

/** A folder, with its contents by key and by their names in the archive. */
type Place = {
  readonly planned: Planned | null;
  readonly places: Map<string, Place>;
  readonly byName: Map<string, Place>;
  readonly taken: Set<string>;
};
const place = (planned: Planned | null): Place => ({
  planned,
  places: new Map(),
  byName: new Map(),
  taken: new Set(),
});

/** The paths in the archive as a tree: whether something is a folder. */
type Seen = { isFolder: boolean; readonly inside: Map<string, Seen> };

/**
 * Notes a path. @returns false for a duplicate file, or one that is a folder as well: readers of such an archive would
 * disagree about its content.
 */
const isNew = (root: Seen, parts: readonly string[], isFolder: boolean): boolean => {
  let at = root;
  for (const [depth, part] of parts.entries()) {
    const isLast = depth === parts.length - 1;
    const known = at.inside.get(part);
    if (known && isLast && !(known.isFolder && isFolder)) return false;
    if (known && !known.isFolder) return false;
    const next = known ?? { isFolder: isLast ? isFolder : true, inside: new Map() };
    if (!known) at.inside.set(part, next);
    at = next;
  }
  return true;
};

/**
 * What is created from an archive, with names as uploads get them. Folders with equal names become one; of files with equal
 * names the later becomes `name (1)`. Folders implied by paths count. @throws ArchiveRefused, with the offending entry
 */
export const planOf = async ({ entries, fault }: Listing): Promise<ArchivePlan> => {
  if (fault) throw new ArchiveRefused(fault.code, fault.path);
  const root = place(null);
  const planned: Planned[] = [];
  const seen: Seen = { isFolder: true, inside: new Map() };

  const add = (at: Place, name: string, { path, entry }: Pick<Planned, 'path' | 'entry'>): Planned => {
    const free = freeName(mendedName(name), (key) => at.taken.has(key));
    at.taken.add(nameKey(free));
    const made = { number: planned.length, path, name: free, parent: at.planned, entry };
    if (planned.push(made) > FILE_LIMITS.entries) throw new ArchiveRefused('ZIP_TOO_MANY', null);
    return made;
  };
  const folder = (at: Place, name: string, pathOf: () => string): Place => {
    const raw = at.byName.get(name);
    if (raw) return raw;
    const key = nameKey(mendedName(name));
    const known = at.places.get(key) ?? place(add(at, name, { path: pathOf(), entry: null }));
    at.places.set(key, known);
    at.byName.set(name, known);
    return known;
  };

  const rest = pace();
  for (const entry of entries) {
    await rest();
    const parts = partsOf(entry);
    if (parts.length === 0 || isLeftover(parts)) continue;
    if (!isNew(seen, parts, entry.isFolder)) throw new ArchiveRefused('ZIP_UNSAFE', entry.path);
    const folders = entry.isFolder ? parts : parts.slice(0, -1);
    const at = folders.reduce(
      (here, name, depth) => folder(here, name, () => folders.slice(0, depth + 1).join('/')),
      root,
    );
    if (entry.isFolder) continue;
    const { name } = add(at, parts.at(-1)!, { path: parts.join('/'), entry });
    const code = refusalOf(name, entry.size) ?? refusalOf(parts.at(-1)!, entry.size);
    if (code) throw new ArchiveRefused(code, entry.path);
  }
  const files = planned.filter((each): each is Planned & { entry: ZipEntry } => each.entry !== null);
  if (planned.length === 0) throw new ArchiveRefused('ZIP_EMPTY', null);
  return { planned, files, bytes: files.reduce((sum, { entry: { size } }) => sum + size, 0) };
};
