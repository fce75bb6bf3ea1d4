import { stat } from 'node:fs/promises';
import { placeOf, shelfOf } from '../blob-store/shelves';
import { placesIn } from '../places';
import { copyDurably, makeFolder, sumOf, sync, withEach, type Sum } from './files';
import { documentsIn, type Document, type Manifest } from './manifest';
import { isMissed, type Survey, type VaultSurvey } from './survey';

/** A backup being made: its sources, its folders, the one before it, and its time. */
export type Work = {
  readonly dataDir: string;
  readonly folder: string;
  readonly vaultFolder: string;
  readonly before: Manifest | null;
  readonly at: Date;
};

export type Copied = {
  readonly documents: readonly Document[];
  readonly lost: readonly string[];
  /** Documents whose keys were destroyed: they are removed from the backup as well. */
  readonly erased: readonly string[];
  readonly copied: Sum[];
};

/** Copies documents that the log names and no earlier backup has. */
export const copyDocuments = async (
  { folder, dataDir, before }: Work,
  survey: Survey,
  vault: VaultSurvey,
): Promise<Copied> => {
  const from = placesIn(dataDir).blobs;
  const to = placesIn(folder).blobs;
  const known = new Map((before ? documentsIn(folder, before) : []).map((each) => [each.id, each]));
  const documents: Document[] = [];
  const lost: string[] = [];
  const copied: Sum[] = [];
  const shelves: Set<string> = new Set();
  const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? null;
  const erased = [...survey.documents.keys()].filter((id) => !isMissed(id, survey, vault));
  const living = new Set(survey.documents.keys());
  for (const id of erased) living.delete(id);
  await withEach(living, async (id) => {
    const source = placeOf(from, id);
    const place = placeOf(to, id);
    const [there, wanted] = await Promise.all([sizeOf(place), sizeOf(source)]);
    const listed = known.get(id);
    if (listed && there === listed.bytes) return void documents.push(listed);
    // copied by an interrupted backup: a file gets its final name only when it is complete
    if (there !== null && there === wanted) return void documents.push({ id, ...(await sumOf(place)) });
    if (wanted === null) return void lost.push(id);
    await makeFolder(shelfOf(to, id));
    const sum = await copyDurably(source, place).catch(goneMeanwhile);
    if (sum === null) return void lost.push(id);
    shelves.add(shelfOf(to, id));
    copied.push(sum);
    documents.push({ id, ...sum });
  });
  for (const shelf of shelves) await sync(shelf);
  return { documents, lost, erased, copied };
};

const goneMeanwhile = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};
