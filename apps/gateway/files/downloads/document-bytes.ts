import { DamagedBytes, type Documents, type SealedDocument } from '@dosar/kernel/runtime';

type Opening = Pick<Documents, 'open'>;

/**
 * All bytes of a document in a buffer of their own, which can be transferred to a thread; null when its key was destroyed.
 * @throws DamagedBytes
 */
const wholeOf = async (documents: Opening, document: SealedDocument): Promise<ArrayBuffer | null> => {
  const source = await documents.open(document);
  if (!source) return null;
  const bytes = new Uint8Array(document.size);
  let at = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.buffer;
};

/** The same; null also when they are missing or damaged. @throws Unavailable */
export const bytesIfThere = async (documents: Opening, document: SealedDocument): Promise<ArrayBuffer | null> => {
  try {
    return await wholeOf(documents, document);
  } catch (error) {
    if (error instanceof DamagedBytes) return null;
    throw error;
  }
};

/** The same for a document that must exist. @throws DamagedBytes, Unavailable */
export const bytesOf = async (documents: Opening, document: SealedDocument): Promise<ArrayBuffer> => {
  const bytes = await wholeOf(documents, document);
  if (!bytes) throw new DamagedBytes('the key of its bytes was destroyed');
  return bytes;
};
