import { existsSync, statSync } from 'node:fs';
import {
  Damaged,
  DESTROYED,
  destroyedBy,
  envelopesOf,
  INSTALLATION_STREAM,
  keyNameIn,
  keyNamedBy,
  KEYS,
  leafHash,
  parseRecord,
  rootOf,
  type EncryptedRecord,
  type LogHead,
} from '@dosar/kernel/runtime';
import { CannotStart } from '../cannot-start';
import { placeOf } from '../blob-store/shelves';
import { verifier } from '../event-store/sqlite-verify';
import type { Known } from '../event-store/verified';
import { lastPosition } from '../event-store/sqlite-faults';
import { openToRead, type Sqlite } from '../sqlite';
import { isDamagedFile } from '../sqlite-damage';

const AT_ONCE = 1_000;
const DOCUMENT = /^[0-9a-f]{32}$/;

/** The end of a log, with its newest leaf. */
export type End = LogHead & { readonly leaf: string };
/** How many records are encrypted with a key, and the position of the first. */
type Naming = { records: number; first: number };

/** What a log says of itself, and which keys and documents it names. */
export type Survey = {
  readonly installationId: string;
  readonly level: number;
  readonly end: End;
  /** The names of the keys that the log says were destroyed. */
  readonly destroyed: ReadonlySet<string>;
  /** By the name of the key. */
  readonly keys: ReadonlyMap<string, Naming>;
  /** The documents whose bytes it names, each with the keys that encrypt the members about it. */
  readonly documents: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The keys and documents that must exist with a log. */
export type NamedIn = Pick<Survey, 'keys' | 'documents' | 'destroyed'>;

type Row = { readonly position: number; readonly text: string };
type Data = { readonly blobId?: string; readonly level?: number; readonly installationId?: string };

const nothing = () => ({
  installationId: '',
  level: 0,
  newest: null as Row | null,
  destroyed: new Set<string>(),
  keys: new Map<string, Naming>(),
  documents: new Map<string, Set<string>>(),
});
type Found = ReturnType<typeof nothing>;

const hear = (found: Found, row: Row): void => {
  const record: EncryptedRecord = parseRecord(row);
  const data = record.data as Data;
  const names = new Set(envelopesOf(record).map(keyNamedBy));
  for (const name of names) {
    const known = found.keys.get(name);
    if (known) known.records += 1;
    else found.keys.set(name, { records: 1, first: row.position });
  }
  if (record.stream === INSTALLATION_STREAM) {
    found.installationId = data.installationId ?? found.installationId;
    found.level = data.level ?? found.level;
    const key = destroyedBy(record);
    if (key) found.destroyed.add(key.name);
  }
  const content = record.personal?.content;
  if (typeof data.blobId === 'string' && DOCUMENT.test(data.blobId)) {
    const owners = found.documents.get(data.blobId) ?? new Set();
    found.documents.set(data.blobId, owners);
    if (content) owners.add(keyNamedBy(content));
  }
  found.newest = row;
};

/** Verifies the whole log. @throws Damaged */
const verified = (db: Sqlite, known: Known | null): Buffer => {
  const all = verifier(db, 0, { known });
  while (all.next(AT_ONCE));
  const { at, roots } = all.kept();
  return rootOf({ size: at, roots: roots.map((root) => Buffer.from(root, 'base64')) });
};

/**
 * Reads a log that nobody writes to.
 * @param known the beginning it must have
 * @throws Damaged; CannotStart when it is empty
 */
export const surveyOf = (file: string, known: Known | null = null): Survey => {
  const db = openToRead(file);
  try {
    const root = verified(db, known);
    const found = nothing();
    const rows = db.prepare('SELECT position, text FROM records ORDER BY position').iterate();
    for (const row of rows as Iterable<Row>) hear(found, row);
    const { newest, ...said } = found;
    if (!newest) throw new CannotStart(`${file} has no record`);
    const leaf = leafHash(newest.text).toString('base64');
    const end = { position: String(newest.position), size: newest.position, root: root.toString('base64'), leaf };
    return { ...said, end };
  } finally {
    db.close();
  }
};

/** The readable part of a log that is known to be damaged. */
export const readableIn = (file: string): NamedIn => {
  const db = openToRead(file);
  const found = nothing();
  try {
    const select = db.prepare('SELECT position, text FROM records WHERE position = ?');
    const end = lastPosition(db);
    for (let position = 1; position <= end; position += 1)
      try {
        const row = select.get(position) as Row | undefined;
        if (row) hear(found, row);
      } catch (error) {
        if (!(error instanceof Damaged || isDamagedFile(error))) throw error;
      }
    return found;
  } finally {
    db.close();
  }
};

/** The keys of personal data in a vault, and access to single rows. */
export type VaultSurvey = {
  /** By the name of the key, destroyed ones included. */
  readonly keys: ReadonlyMap<string, 'kept' | 'destroyed'>;
  readonly hasRoot: boolean;
  readonly get: (place: string) => string | null;
};

type Secret = { readonly key: string; readonly value: string };

/** @throws Damaged when it was copied in the middle of a write */
export const vaultSurveyOf = (file: string): VaultSurvey => {
  if ((statSync(`${file}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Damaged(`${file} was copied in the middle of a write: it is not what it was before, nor after it`);
  const db = openToRead(file);
  try {
    const secrets = db.prepare('SELECT key, value FROM secrets').all() as unknown as Secret[];
    const all = new Map(secrets.map(({ key, value }) => [key, value]));
    const keys = secrets
      .filter(({ key }) => key.startsWith(KEYS))
      .map(({ key, value }) => [keyNameIn(key), value === DESTROYED ? 'destroyed' : 'kept'] as const);
    return { keys: new Map(keys), hasRoot: all.has('purpose/root/1'), get: (place) => all.get(place) ?? null };
  } finally {
    db.close();
  }
};

/** Keys and documents that a log names and that are missing. */
export type Missing = {
  readonly keys: readonly (Naming & { readonly name: string })[];
  readonly documents: readonly string[];
};

/** Whether a missing document matters: not when all keys of its records were destroyed. */
export const isMissed = (id: string, { documents, destroyed }: NamedIn, vault: VaultSurvey): boolean => {
  const owners = [...(documents.get(id) ?? [])];
  return owners.length === 0 || owners.some((name) => vault.keys.get(name) !== 'destroyed' && !destroyed.has(name));
};

export const missingFrom = (survey: NamedIn, vault: VaultSurvey, blobs: string): Missing => ({
  keys: [...survey.keys]
    .filter(([name]) => !vault.keys.has(name) && !survey.destroyed.has(name))
    .map(([name, naming]) => ({ name, ...naming })),
  documents: [...survey.documents.keys()].filter(
    (id) => isMissed(id, survey, vault) && !existsSync(placeOf(blobs, id)),
  ),
});
