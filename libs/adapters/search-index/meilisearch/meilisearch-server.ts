import { Meilisearch, MeilisearchApiError, type EnqueuedTaskPromise, type Settings } from 'meilisearch';
import { Unavailable } from '@dosar/kernel/runtime';
import type { MeilisearchPlace } from './meilisearch-place';
import { SETTINGS, TEXT_SETTINGS } from './meilisearch-settings';

/** So long an answer is waited for, and what was asked to be done. */
const PATIENCE_MS = 10_000;
const TASK_MS = 120_000;
const LOOK_MS = 10;

export const namesOf = ({ prefix }: MeilisearchPlace) => ({
  /** The index of a version's documents, as it is numbered. */
  documentsOf: (number: number) => `${prefix}_documents_${number}`,
  isOfDocuments: (name: string) => name.startsWith(`${prefix}_documents`) && LEFT.test(name.slice(prefix.length)),
  /** Which of them is searched, and what was read inside documents. */
  searched: `${prefix}_searched`,
  texts: `${prefix}_texts`,
});
const LEFT = /^_documents(_\d+|_aside)?$/;

export const clientOf = ({ url, key }: MeilisearchPlace, apiKey: string | null = key): Meilisearch =>
  new Meilisearch({
    host: url,
    ...(apiKey !== null && { apiKey }),
    timeout: PATIENCE_MS,
    defaultWaitOptions: { timeout: TASK_MS, interval: LOOK_MS },
  });

/** @throws Unavailable whatever the reason: it is an outage, or somebody mends what the server says. */
export const answered = async <T>(asking: Promise<T>): Promise<T> => {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable(`Meilisearch: ${(error as Error).message}`);
  }
};

const ABSENT = new Set(['document_not_found', 'index_not_found']);
export const isAbsent = (error: unknown): boolean =>
  error instanceof MeilisearchApiError && ABSENT.has(error.cause?.code ?? '');

/** null: it is not there. */
export const orNull = async <T>(asking: Promise<T>): Promise<T | null> =>
  answered(
    asking.catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    }),
  );

/** Until they are done, in their order. @throws Unavailable when one of them failed. */
export const done = async (...tasks: readonly EnqueuedTaskPromise[]): Promise<void> => {
  const ended = await answered(Promise.all(tasks.map((task) => task.waitTask())));
  for (const { status, type, error } of ended)
    // another process may have deleted it
    if (status !== 'succeeded' && !(type === 'indexDeletion' && ABSENT.has(error?.code ?? '')))
      throw new Unavailable(`Meilisearch: ${type} ${status}: ${error?.message ?? ''}`);
};

/** Makes an index as it has to be; one that is so already stays as it is. */
export const configure = async (client: Meilisearch, name: string, isOfTexts: boolean): Promise<void> => {
  if (!(await orNull(client.getRawIndex(name)))) await done(client.createIndex(name, { primaryKey: 'id' }));
  const settings: Settings = isOfTexts ? TEXT_SETTINGS : SETTINGS;
  await done(client.index(name).updateSettings(settings));
};
