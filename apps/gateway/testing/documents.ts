import { Readable } from 'node:stream';
import { DamagedBytes } from '@dosar/kernel/runtime';
import type { SearchContent } from '@dosar/search';

/** A document that a store opens; null: its bytes are missing. */
export const aDocument = (bytes: Buffer | null, mimeType: string) => {
  const size = bytes?.length ?? 100;
  const content: SearchContent = { id: 'f', blobId: 'b', size, mimeType, eventId: 'e', sealed: null };
  const open = async () => {
    if (!bytes) throw new DamagedBytes('its bytes are missing');
    return Readable.from([bytes]);
  };
  return { content, documents: { open } };
};
