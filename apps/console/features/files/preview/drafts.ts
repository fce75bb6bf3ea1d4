import { session } from '../../../platform/api';

const texts = new Map<string, string>();
// what one person was writing is not the next one's
session.onEnd(() => texts.clear());

/** Notes that are being written, by their file, until they are sent or the page is closed. */
export const drafts = {
  of: (fileId: string): string => texts.get(fileId) ?? '',
  keep: (fileId: string, text: string): void => void (text === '' ? texts.delete(fileId) : texts.set(fileId, text)),
};
