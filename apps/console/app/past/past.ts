import { late } from '../late';

export const PastFilesPage = late(() => import('./past-files.screen').then(({ PastFilesScreen: screen }) => screen));
export const PastConversationPage = late(() =>
  import('./past-chat.screen').then(({ PastChatScreen: screen }) => screen),
);
