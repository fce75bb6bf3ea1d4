import { freeName, nameKey } from '@dosar/contracts';
import { refuse, type Refusal } from '@dosar/kernel';
import type { DriveEvent } from '../drive.events';
import { hasRoomFor } from '../drive-limits';
import { holderOf, isInFirms, isPlace, type Drive } from '../drive-nodes';
import type { Terms } from '../drive-plans';
import type { UnpackedContent } from './unpack-plan';

/** A document made of pages. */
export type Arranged = {
  readonly id: string;
  readonly name: string;
  readonly content: UnpackedContent;
  /** The files whose pages it has, in the order in which they are met. */
  readonly sourceIds: readonly string[];
};

export type Arranging = {
  readonly targetId: string | null;
  /** At most as many as one append may have: they come together. */
  readonly documents: readonly Arranged[];
  /** Bytes; 0 is unlimited. */
  readonly quota: number;
};

/** All documents of pages, or none; names that are taken become `name (1)`. */
export const planArranging = (
  drive: Drive,
  { targetId, documents, quota }: Arranging,
  { isClients, year }: Pick<Terms, 'isClients' | 'year'>,
): DriveEvent[] | Refusal<'drive/unknown' | 'drive/firm-only' | 'drive/quota'> => {
  if (documents.some(({ id }) => drive.nodes.has(id))) return [];
  if (!isPlace(drive, targetId)) return refuse('drive/unknown');
  if (isClients && isInFirms(drive, targetId)) return refuse('drive/firm-only');
  const bytes = documents.reduce((sum, { content }) => sum + content.size, 0);
  if (quota > 0 && drive.used + bytes > quota) return refuse('drive/quota');
  if (!hasRoomFor(drive, documents.length)) return refuse('drive/quota');
  const taken = new Set<string>();
  return documents.map(({ id, name, content, sourceIds }) => {
    const free = freeName(name, (key) => taken.has(key) || holderOf(drive, targetId, key) !== null);
    taken.add(nameKey(free));
    const about = { fileId: id, year, folderId: targetId, name: free, originalName: name, version: 1 };
    const [first] = sourceIds;
    const source = { kind: 'pages' as const, id: first!, ...(sourceIds.length > 1 && { ids: [...sourceIds] }) };
    return { type: 'FileUploaded', data: { ...about, ...content, source } };
  });
};
