import { remove, type NamedKey, type Projector, type Rows } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import type { MessageEvent } from '../conversations/message.events';
import type { DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import { ofClients } from './clients.documents';
import { ofFiles } from './files.documents';
import { ofMessages } from './messages.documents';

/** With a key goes all that was sealed with it. */
const forget = async ({ name }: NamedKey, rows: Rows<SearchDocument>) =>
  (await rows.bySubject(name)).map(({ id }) => remove(id));

/**
 * All that is found by its words, as events make it: what else is to be found is one more map. It is projected like a
 * view, by its own runner and into the index; raising its version fills that anew, aside.
 */
export const documents: Projector<DriveEvent | ClientEvent | MessageEvent, SearchDocument> = {
  view: 'documents',
  version: 7,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  subjectsOf: ({ key, scopes }) => [key, ...scopes],
  personal: 'if readable',
  forgets: { files: forget, client: forget, conversation: forget },
  on: { ...ofFiles, ...ofClients, ...ofMessages },
};
