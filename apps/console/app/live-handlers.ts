import i18next from 'i18next';
import { refreshMe } from '../features/account/me.queries';
import { refreshFolders } from '../features/files/files.queries';
import { session } from '../platform/api';
import type { Handlers } from '../platform/live';

/** Where a signal says more than that a view has moved. */
export const handlers: Handlers = {
  'files:changed': ({ client_id, folder_ids }) => refreshFolders(client_id, folder_ids),
  'me:changed': () => void refreshMe(),
  // in the language that is spoken when it comes
  'session:revoked': () => session.close(i18next.t('entry.ended')),
};
