import { filesApi } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Installation } from '../../platform/hosting/installation';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

/** Queues a given-up document again, as an event: the indexing process then sees that it may read it. */
export const readAgain = useCase(
  filesApi.readAgain,
  async ({ params: { id: fileId } }, { call, installation, writes, see }) => {
    const { file } = await see(FilesReads).file(fileId);
    const { blobId } = await see(FilesReads).content(file.id);
    if (!(await isGivenUp(installation, blobId))) return;
    const write = await writes.begin(call, { fileId });
    const retry = () => write.handle(drive, file.client_id, { type: 'RetryReading', data: { fileId } });
    await forgetAround(installation, { blobId, fileId }, retry);
  },
);

/** Whether reading it was given up, of whatever is read of it. */
export const isGivenUp = async (installation: Installation, blobId: string): Promise<boolean> => {
  const given = await Promise.all(readings(installation).map((tries) => tries.isGivenUp(blobId)));
  return given.includes(true);
};

/**
 * Fields are filled by who follows the log and reads as soon as the event is there: of that it is forgotten first, and
 * given up again where there is no event.
 */
const forgetAround = async (
  installation: Installation,
  { blobId, fileId }: { readonly blobId: string; readonly fileId: string },
  retry: () => Promise<unknown>,
): Promise<void> => {
  const { invoice } = installation.tries;
  const wasGivenUp = await invoice.forget(blobId);
  await retry().catch(async (error: unknown) => {
    if (wasGivenUp) await invoice.giveUpOn(blobId, fileId, 'that it is read again could not be written');
    throw error;
  });
  for (const tries of readings(installation)) await tries.forget(blobId);
};

/** All that is read of a document. */
const readings = ({ tries: { document, picture, invoice } }: Installation) => [document, picture, invoice];
