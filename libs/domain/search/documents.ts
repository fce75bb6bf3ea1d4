import { remove, type NamedKey, type Projector, type Rows } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import type { MessageEvent } from '../conversations/message.events';
import type { DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import { ofClients } from './clients.documents';
import { ofFiles } from './files.documents';
import { ofMessages } from './messages.documents';

/** Removes everything encrypted with a key. */
const forget = async ({ name }: NamedKey, rows: Rows<SearchDocument>) =>
  (await rows.bySubject(name)).map(({ id }) => remove(id));

/**
 * Everything that can be searched, from events: a further kind is one more map. It is projected like a view, by its own
 * runner and into the index; raising its version fills the index again, aside.
 */
export const documents: Projector<DriveEvent | ClientEvent | MessageEvent, SearchDocument> = {
  view: 'documents',
  version: 12,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  subjectsOf: ({ key, scopes }) => [key, ...scopes],
  personal: 'if readable',
  forgets: { files: forget, client: forget, conversation: forget },
  on: { ...ofFiles, ...ofClients, ...ofMessages },
};
