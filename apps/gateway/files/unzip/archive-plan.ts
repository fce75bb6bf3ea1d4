import { bytesOf, FILE_LIMITS, freeName, isNoDocument, mendedName, nameKey } from '@dosar/contracts';
import { pace } from '@dosar/kernel/runtime';
import { ArchiveRefused, safePath } from './archive-refused';
import type { Listing, ZipEntry } from './directory';
import { faultReason, nameReason, type LeftOut, type Reason } from './left-out';

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
export type PlannedFile = Planned & { readonly entry: ZipEntry };
export type ArchivePlan = {
  readonly planned: readonly Planned[];
  readonly files: readonly PlannedFile[];
  /** The folders that are entries of their own: they are created whatever is in them. */
  readonly folders: ReadonlySet<Planned>;
  /** What is not created, since by its name or size it cannot be. */
  readonly leftOut: readonly LeftOut[];
  readonly bytes: number;
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
  return parts;
};

const foldersOf = ({ isFolder }: ZipEntry, parts: readonly string[]) => (isFolder ? parts : parts.slice(0, -1));

/** Why an entry is not taken, as far as the directory says; null: it is. */
const reasonOf = (entry: ZipEntry, parts: readonly string[]): Reason | null => {
  if (foldersOf(entry, parts).length > FILE_LIMITS.depth || bytesOf(entry.path) > FILE_LIMITS.path)
    return { code: 'TOO_DEEP', rule: null };
  const fault = faultReason(entry);
  if (fault || entry.isFolder) return fault;
  const last = parts.at(-1)!;
  return nameReason(mendedName(last), entry.size) ?? nameReason(last, entry.size);
};

/** The path of something, with the names it and its folders get. */
export const pathOf = ({ name, parent }: Planned): string => (parent ? `${pathOf(parent)}/${name}` : name);

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
 * Notes a path. @returns false for something that is a file and a folder: readers of such an archive would disagree about
 * its content. A file may be there twice: each is taken.
 */
const isOneThing = (root: Seen, parts: readonly string[], isFolder: boolean): boolean => {
  let at = root;
  for (const [depth, part] of parts.entries()) {
    const isLast = depth === parts.length - 1;
    const known = at.inside.get(part);
    if (known && isLast) return known.isFolder === isFolder;
    if (known && !known.isFolder) return false;
    const next = known ?? { isFolder: isLast ? isFolder : true, inside: new Map() };
    if (!known) at.inside.set(part, next);
    at = next;
  }
  return true;
};

/** Creates names as uploads get them: of equal ones the later becomes `name (1)`, and folders become one. */
class Planning {
  private readonly root = place(null);
  private readonly planned: Planned[] = [];
  private readonly leftOut: LeftOut[] = [];
  private readonly folders = new Set<Planned>();
  private readonly seen: Seen = { isFolder: true, inside: new Map() };

  /** @throws ArchiveRefused */
  take(entry: ZipEntry): void {
    const parts = partsOf(entry);
    if (parts.length === 0 || isNoDocument(parts)) return;
    const reason = reasonOf(entry, parts);
    if (reason?.code !== 'TOO_DEEP' && !isOneThing(this.seen, parts, entry.isFolder))
      throw new ArchiveRefused('ZIP_UNSAFE', entry.path);
    const type = entry.isFolder ? 'folder' : 'file';
    if (reason) this.leftOut.push({ number: this.next(), type, path: safePath(entry.path), ...reason });
    else this.create(entry, parts);
  }

  /** @throws ArchiveRefused when there is nothing to create */
  result(): ArchivePlan {
    const { planned, leftOut, folders } = this;
    const [first] = leftOut;
    const files = planned.filter((each): each is PlannedFile => each.entry !== null);
    if (first && files.length === 0) throw new ArchiveRefused(first.code, first.path, first.rule);
    if (planned.length === 0) throw new ArchiveRefused('ZIP_EMPTY', null);
    return { planned, files, folders, leftOut, bytes: files.reduce((sum, { entry: { size } }) => sum + size, 0) };
  }

  private next(): number {
    const number = this.planned.length + this.leftOut.length;
    if (number >= FILE_LIMITS.entries) throw new ArchiveRefused('ZIP_TOO_MANY', null);
    return number;
  }

  private create(entry: ZipEntry, parts: readonly string[]): void {
    const folders = foldersOf(entry, parts);
    const at = folders.reduce(
      (here, name, depth) => this.folder(here, name, () => folders.slice(0, depth + 1).join('/')),
      this.root,
    );
    if (entry.isFolder) this.folders.add(at.planned!);
    else this.add(at, parts.at(-1)!, { path: parts.join('/'), entry });
  }

  private add(at: Place, name: string, { path, entry }: Pick<Planned, 'path' | 'entry'>): Planned {
    const free = freeName(mendedName(name), (key) => at.taken.has(key));
    at.taken.add(nameKey(free));
    const made = { number: this.next(), path, name: free, parent: at.planned, entry };
    this.planned.push(made);
    return made;
  }

  private folder(at: Place, name: string, pathOf: () => string): Place {
    const raw = at.byName.get(name);
    if (raw) return raw;
    const key = nameKey(mendedName(name));
    const known = at.places.get(key) ?? place(this.add(at, name, { path: pathOf(), entry: null }));
    at.places.set(key, known);
    at.byName.set(name, known);
    return known;
  }
}

/** What is created from an archive, and what is left out of it. Folders implied by paths count. @throws ArchiveRefused */
export const planOf = async ({ entries, fault }: Listing): Promise<ArchivePlan> => {
  if (fault) throw new ArchiveRefused(fault.code, fault.path);
  const planning = new Planning();
  const rest = pace();
  for (const entry of entries) {
    await rest();
    planning.take(entry);
  }
  return planning.result();
};
