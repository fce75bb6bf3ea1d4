import {
  bytesOf,
  extensionOf,
  FILE_LIMITS,
  freeName,
  hasBlockedExtension,
  isAllowedExtension,
  mendedName,
  nameKey,
  sizeLimitOf,
  type ProblemCode,
} from '@dosar/contracts';
import { ArchiveRefused } from './archive-refused';
import type { Listing, ZipEntry } from './directory';

/** A folder or file that an archive becomes, where and under the name that it gets; parents stand before what is in them. */
export type Planned = {
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

/** What systems leave in archives for themselves. */
const LEFTOVERS: ReadonlySet<string> = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);
const isLeftover = (parts: readonly string[]): boolean => {
  const last = parts.at(-1) ?? '';
  return parts[0] === '__MACOSX' || last.startsWith('._') || LEFTOVERS.has(last.toLowerCase());
};

const CONTROL = /\p{Cc}/u;
const ELSEWHERE = /^(?:\/|[a-z]:)/i;
/** Upwards, also as systems read it that do not see blanks and dots at the end. */
const isUpwards = (part: string): boolean => part.replace(/[. ]/g, '') === '' && part.replaceAll(' ', '').length > 1;

/** The folders and the name that a path names. @throws ArchiveRefused when it leads anywhere else */
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

/** Where something comes to stand, by the names that it and its folders get. */
export const pathOf = ({ name, parent }: Planned): string => (parent ? `${pathOf(parent)}/${name}` : name);

/** Why a file of this name and size would not be taken; null: it is. */
const refusalOf = (name: string, size: number): ProblemCode | null => {
  if (!isAllowedExtension(extensionOf(name)) || hasBlockedExtension(name)) return 'INVALID_FILE_TYPE';
  return size > sizeLimitOf(name) ? 'FILE_TOO_LARGE' : null;
};

type Place = { readonly planned: Planned | null; readonly places: Map<string, Place>; readonly taken: Set<string> };
const place = (planned: Planned | null): Place => ({ planned, places: new Map(), taken: new Set() });

/**
 * What an archive becomes, with names as uploads get them. Folders whose names are equal are one; of files, the later
 * becomes `name (1)`. @throws ArchiveRefused, with the entry that is to blame
 */
export const planOf = ({ entries, fault }: Listing): ArchivePlan => {
  if (fault) throw new ArchiveRefused(fault.code, fault.path);
  const root = place(null);
  const planned: Planned[] = [];
  const seen = new Map<string, boolean>();

  const add = (at: Place, name: string, { path, entry }: Pick<Planned, 'path' | 'entry'>): Planned => {
    const free = freeName(mendedName(name), (key) => at.taken.has(key));
    at.taken.add(nameKey(free));
    const made = { path, name: free, parent: at.planned, entry };
    planned.push(made);
    return made;
  };
  const folder = (at: Place, name: string, path: string): Place => {
    const key = nameKey(mendedName(name));
    const known = at.places.get(key);
    if (known) return known;
    const made = place(add(at, name, { path, entry: null }));
    at.places.set(key, made);
    return made;
  };

  for (const entry of entries) {
    const parts = partsOf(entry);
    if (parts.length === 0 || isLeftover(parts)) continue;
    const path = parts.join('/');
    // a file twice, or as a folder too, is another file for each who reads the archive
    const parents = parts.slice(0, -1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
    const known = seen.get(path);
    const isTwice = known !== undefined && !(known && entry.isFolder);
    if (isTwice || parents.some((each) => seen.get(each) === false)) throw new ArchiveRefused('ZIP_UNSAFE', entry.path);
    for (const each of parents) seen.set(each, true);
    seen.set(path, entry.isFolder);
    const folders = entry.isFolder ? parts : parts.slice(0, -1);
    const at = folders.reduce((here, name, depth) => folder(here, name, folders.slice(0, depth + 1).join('/')), root);
    if (entry.isFolder) continue;
    const { name } = add(at, parts.at(-1)!, { path, entry });
    const code = refusalOf(name, entry.size) ?? refusalOf(parts.at(-1)!, entry.size);
    if (code) throw new ArchiveRefused(code, entry.path);
  }
  const files = planned.filter((each): each is Planned & { entry: ZipEntry } => each.entry !== null);
  if (planned.length === 0) throw new ArchiveRefused('ZIP_EMPTY', null);
  return { planned, files, bytes: files.reduce((sum, { entry: { size } }) => sum + size, 0) };
};
