import { join } from 'node:path';
import { randomOf } from '@dosar/kernel/runtime';

const INCOMING = 'incoming';
const ID_BYTES = 16;

export const incomingOf = (folder: string): string => join(folder, INCOMING);
/** Where a blob is until it is durable. */
export const draftOf = (folder: string, id: string): string => join(folder, INCOMING, id);
/** Blobs are spread over 256 folders by the first byte of their random ids. */
export const shelfOf = (folder: string, id: string): string => join(folder, id.slice(0, 2));
export const placeOf = (folder: string, id: string): string => join(shelfOf(folder, id), id);
export const shelvesOf = (folder: string): readonly string[] =>
  Array.from({ length: 256 }, (_, byte) => join(folder, byte.toString(16).padStart(2, '0')));

/** The name of a shelf. */
export const anyShelf = (): string => randomOf(1).toString('hex');
/** The id of a blob that goes to this shelf. */
export const newBlobId = (shelf: string = anyShelf()): string => shelf + randomOf(ID_BYTES - 1).toString('hex');
