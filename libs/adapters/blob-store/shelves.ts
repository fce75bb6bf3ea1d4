import { join } from 'node:path';

const INCOMING = 'incoming';

export const incomingOf = (folder: string): string => join(folder, INCOMING);
/** Where a blob is until it is durable. */
export const draftOf = (folder: string, id: string): string => join(folder, INCOMING, id);
/** Blobs are spread over 256 folders by the first byte of their random ids. */
export const shelfOf = (folder: string, id: string): string => join(folder, id.slice(0, 2));
export const placeOf = (folder: string, id: string): string => join(shelfOf(folder, id), id);
export const shelvesOf = (folder: string): readonly string[] =>
  Array.from({ length: 256 }, (_, at) => shelfOf(folder, at.toString(16).padStart(2, '0')));
