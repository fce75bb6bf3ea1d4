import i18next from 'i18next';
import { refreshMe } from '../features/account/me.queries';
import { conversationHandlers } from '../features/chat/live/live-conversations';
import { refreshDashboard } from '../features/dashboard/dashboard.queries';
import { hearOf } from '../features/files/bulk/bulk-work';
import { forgetFiles, refreshFolders } from '../features/files/files.queries';
import { session } from '../platform/api';
import { readAnew, tokenOfSocket, type Handlers } from '../platform/live/live';

/** Many changes at once are one look at the server. */
const TOGETHER_MS = 100;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Whoever sees other documents from now on sees nothing of the former ones, on no screen that is open. */
const lookAgain = () => {
  forgetFiles();
  waiting ??= setTimeout(() => {
    waiting = undefined;
    void readAnew();
  }, TOGETHER_MS);
};

/** Where a signal says more than that a view has moved. */
export const handlers = {
  ...conversationHandlers,
  'message:new': (body) => {
    conversationHandlers['message:new'](body);
    refreshDashboard();
  },
  'message:read_up_to': (body) => {
    conversationHandlers['message:read_up_to'](body);
    refreshDashboard();
  },
  'files:changed': ({ client_id, folder_ids }) => {
    refreshFolders(client_id, folder_ids);
    refreshDashboard();
  },
  'bulk:progress': ({ operation }) => hearOf(operation),
  'me:changed': ({ access = false }) => (access ? lookAgain() : void refreshMe()),
  // in the language that is spoken when it comes
  'session:revoked': () => void session.revoked(i18next.t('entry.ended'), tokenOfSocket()),
} satisfies Handlers;
