import { late } from '../late';

export const PastFiles = late(() => import('./past-files.screen').then(({ PastFilesScreen: screen }) => screen));
export const PastConversation = late(() => import('./past-chat.screen').then(({ PastChatScreen: screen }) => screen));
