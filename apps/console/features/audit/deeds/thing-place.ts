import type { LinkProps } from '@tanstack/react-router';
import type { Deed } from '@dosar/contracts';

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where the thing is that a deed was done to, for an administrator; null where it is no screen, or is gone. */
export const placeOfThing = ({ event, client_id }: Deed): Place | null => {
  const { event_type: type, resource_type: kind, resource_id: id } = event;
  const isGone = type.endsWith('Deleted');
  if ((kind === 'file' || kind === 'folder') && isGone)
    return client_id === null ? null : { to: '/files/trash', search: { clientId: client_id } };
  if (isGone) return null;
  switch (kind) {
    case 'file':
      return { to: '/documents', search: { file: id, ...(client_id !== null && { clientId: client_id }) } };
    case 'folder':
      return { to: '/files/$folderId', params: { folderId: id } };
    case 'client':
      return { to: '/admin/clients/$id', params: { id } };
    case 'firm':
      return { to: '/admin/firms/$id', params: { id } };
    case 'user':
      return { to: '/admin/users/$id', params: { id } };
    case 'conversation':
      return { to: '/chat/$conversationId', params: { conversationId: id } };
    default:
      return null;
  }
};
