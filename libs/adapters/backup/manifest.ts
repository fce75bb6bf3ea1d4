import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CannotStart } from '../cannot-start';

/** The file that makes a folder a backup: it names all others and is written last. */
export const MANIFEST = 'backup.json';
/** A time as a part of a file name, in an order that sorts by time. */
export const stampOf = (at: Date): string => at.toISOString().replace(/[:.]/g, '-');

/** The version of the layout of a backup. */
const FORMAT = 1;

const Sum = z.object({ bytes: z.int(), sha256: z.string() });
const Named = Sum.extend({ file: z.string().regex(/^[A-Za-z0-9-]+\.(db|txt)$/) });

const Manifest = z.object({
  format: z.literal(FORMAT),
  installation: z.string(),
  madeAt: z.string(),
  level: z.int(),
  /** The end of the log: position, number of records, root and newest leaf. */
  log: Named.extend({ position: z.string(), size: z.int(), root: z.string(), leaf: z.string() }),
  vault: Named,
  documents: Named.extend({
    /** Number and total size of the documents in the list. */
    count: z.int(),
    total: z.int(),
    /** Documents that the log named and that were missing when the backup was made. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof Manifest>;
export const layout = { format: FORMAT } as const;

/** @returns null where there is none. @throws CannotStart when it cannot be read */
export const manifestIn = (folder: string): Manifest | null => {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CannotStart(`${join(folder, MANIFEST)} cannot be read: ${(error as Error).message}`);
  }
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new CannotStart(
      `${join(folder, MANIFEST)} is not what a backup of this Dosar says of itself: it was changed, or made by a newer one`,
    );
  }
};

/** The stored bytes of a document: its id, their number and their hash. */
export type Document = { readonly id: string; readonly bytes: number; readonly sha256: string };

export const listOf = (documents: readonly Document[]): string =>
  documents.map(({ id, bytes, sha256 }) => `${id} ${bytes} ${sha256}\n`).join('');

/** @throws CannotStart when the list is missing */
export const documentsIn = (folder: string, { documents }: Manifest): readonly Document[] => {
  const lines = readFileSync(join(folder, documents.file), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [id = '', bytes = '', sha256 = ''] = line.split(' ');
    return { id, bytes: Number(bytes), sha256 };
  });
};

/** Place in a copied vault: its installation, and the end of its log. */
export const CUT = 'backup/cut';
const Cut = z.object({ installation: z.string(), madeAt: z.string(), size: z.int() });
export type Cut = z.infer<typeof Cut>;
/** null: unknown, such as for a file copied by hand. */
export const cutIn = (row: string | null): Cut | null => (row === null ? null : Cut.parse(JSON.parse(row)));
