import {
  conversationOf,
  type Client,
  type ClientId,
  type File,
  type FileId,
  type Message,
  type User,
} from '@dosar/contracts';
import { send } from '@dosar/kernel';
import { conversation } from './conversations/conversation.decider';
import { drive } from './files/drive.decider';
import { user } from './identity/user.decider';

// The compiler must reject these.
describe('the id of one kind of thing', () => {
  const client = { id: 'c' } as Client;
  const file = { id: 'f', client_id: 'c', folder_id: 'd' } as File;
  const message = { id: 'm', sender_id: 'ana' } as Message;
  const ana = { id: 'ana' } as User;
  const remove = { type: 'DeleteItems', data: { ids: [file.id], deletion: 'x' } } as const;
  const erase = { type: 'DeleteUser', data: { assignments: [], anotherStays: true } } as const;
  const open = { type: 'AddParticipant', data: { userId: ana.id, clientRevision: 1 } } as const;

  it('is not taken for that of another', () => {
    // @ts-expect-error a file's id is no client's
    const swapped: ClientId = file.id;
    // @ts-expect-error a client's id is no file's
    const back: FileId = file.client_id;
    // @ts-expect-error there is a drive of each client, and none of a file
    const ofFile = send(drive, file.id, remove);
    // @ts-expect-error nor is a message somebody
    const ofMessage = send(user, message.id, erase);
    // @ts-expect-error a client's conversation is said to be one
    const ofClient = send(conversation, client.id, open);
    expect([swapped, back, ofFile.id, ofMessage.id, ofClient.id]).toEqual(['f', 'c', 'f', 'm', 'c']);
  });

  it('is a text, and any text may be one', () => {
    const text: string = file.client_id;
    const ofText: ClientId = text;
    expect([ofText, send(drive, file.client_id, remove).id]).toEqual(['c', 'c']);
    expect(send(conversation, conversationOf(client.id), open).id).toBe('c');
    expect(send(user, message.sender_id, erase).id).toBe('ana');
  });
});
