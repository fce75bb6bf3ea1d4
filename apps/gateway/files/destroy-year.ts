import { drive } from '@dosar/domain/files/drive.decider';
import { filesKey } from '@dosar/domain/files/drive.events';
import { begunIn } from '@dosar/domain/files/drive-years';
import type { Installation } from '../platform/installation';

/** What goes with the documents of a client that began in a year. */
export type Destroyed = { readonly folders: number; readonly files: number };

/** Something of that year is there still: it is deleted or carried over first. */
export class StillThere extends Error {
  override readonly name = 'StillThere';
  constructor(
    year: number,
    readonly ids: readonly string[],
  ) {
    super(
      `${ids.length} folders and files that began in ${year} are still there: delete them or carry them over first`,
    );
  }
}

/**
 * Destroys the key of what of a client's documents began in a year: names, notes and hashes read as null from then on, also
 * where they were said in later years. @throws StillThere
 */
export const destroyYear = async (
  { commandHandler, keyring }: Pick<Installation, 'commandHandler' | 'keyring'>,
  clientId: string,
  year: number,
): Promise<Destroyed> => {
  const { living, deleted } = begunIn(await commandHandler.state(drive, clientId), year);
  if (living.length > 0)
    throw new StillThere(
      year,
      living.map(({ id }) => id),
    );
  await keyring.destroy(filesKey(clientId, year));
  const files = deleted.filter(({ type }) => type === 'file').length;
  return { folders: deleted.length - files, files };
};
