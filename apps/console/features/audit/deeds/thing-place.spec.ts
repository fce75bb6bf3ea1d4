import type { Deed } from '@dosar/contracts';
import { placeOfThing } from './thing-place';

const placeOf = (event_type: string, resource_type: string, client_id: string | null = 'c') =>
  placeOfThing({ event: { event_type, resource_type, resource_id: 'x' }, client_id } as unknown as Deed);

describe('the thing that a deed was done to', () => {
  it.each([
    ['FileRenamed', 'file', { to: '/documents', search: { file: 'x', clientId: 'c' } }],
    ['FolderCreated', 'folder', { to: '/files/$folderId', params: { folderId: 'x' } }],
    ['ClientDetailsChanged', 'client', { to: '/admin/clients/$id', params: { id: 'x' } }],
    ['FirmRegistered', 'firm', { to: '/admin/firms/$id', params: { id: 'x' } }],
    ['UserProfileChanged', 'user', { to: '/admin/users/$id', params: { id: 'x' } }],
    ['ConversationOpened', 'conversation', { to: '/chat/$conversationId', params: { conversationId: 'x' } }],
    ['SignedIn', 'session', null],
  ])('is where it is shown: %s', (type, kind, place) => expect(placeOf(type, kind)).toEqual(place));

  it('is in the trash when it was deleted, and nowhere when it is in none', () => {
    expect(placeOf('FileDeleted', 'file')).toEqual({ to: '/files/trash', search: { clientId: 'c' } });
    expect(placeOf('FolderDeleted', 'folder', null)).toBeNull();
    expect(placeOf('UserDeleted', 'user')).toBeNull();
  });
});
