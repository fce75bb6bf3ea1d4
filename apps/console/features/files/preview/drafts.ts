import { unfinished } from '../../../platform/storage/unfinished';

const keyOf = (fileId: string) => `note ${fileId}`;

/** Notes that are being written, by their file, until they are sent or the page is closed. */
export const drafts = {
  of: (fileId: string): string => (unfinished.of(keyOf(fileId)) as string | undefined) ?? '',
  keep: (fileId: string, text: string): void => unfinished.keep(keyOf(fileId), text === '' ? undefined : text),
};
