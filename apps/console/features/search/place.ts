import type { LinkProps } from '@tanstack/react-router';
import type { Me, SearchEntry, SearchResult } from '@dosar/contracts';
import { offers } from '../../platform/guards';

/** Where a result is opened. */
export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** The words of a document that answered, so that it is opened at the first of them. */
const wordsIn = ({ highlight }: SearchResult): { readonly word?: string } => {
  const words = [...new Set(highlight.flatMap(({ text, hit }) => (hit ? text : [])))];
  return words.length === 0 ? {} : { word: words.join(' ') };
};

/** A file opens where it lies, at the word; a message where it was said; what is deleted is in the trash; a client of whom there are no documents is opened itself. */
export const placeOf = (result: SearchResult, user: Pick<Me, 'features'>): Place => {
  const { kind, id, file, folder, client, message } = result;
  const clientId = client?.id ?? (kind === 'client' ? id : '');
  if (file?.deleted_at || folder?.deleted_at) return { to: '/files/trash', search: { clientId } };
  if (kind === 'folder') return { to: '/files/$folderId', params: { folderId: id } };
  if (kind === 'message') {
    if (!message) return { to: '/chat' };
    return {
      to: '/chat/$conversationId',
      params: { conversationId: message.conversation_id },
      search: { message: id },
    };
  }
  if (kind === 'client' && !offers(user, 'file_manager')) return { to: '/clients/$id', params: { id } };
  if (kind !== 'file') return { to: '/files', search: { clientId } };
  const look = { file: id, ...wordsIn(result) };
  const folderId = file?.folder_id ?? null;
  return folderId === null
    ? { to: '/files', search: { clientId, ...look } }
    : { to: '/files/$folderId', params: { folderId }, search: look };
};

/** Where something is looked for again. */
export const placeOfSearch = ({ query, filters }: Pick<SearchEntry, 'query' | 'filters'>): Place => ({
  to: '/search',
  search: { ...filters, ...(query !== '' && { q: query }) },
});
