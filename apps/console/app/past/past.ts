import { late } from '../late';

export const PastFilesScreen = late(() => import('./past-files.screen').then(({ PastFilesScreen: screen }) => screen));
export const PastChatScreen = late(() => import('./past-chat.screen').then(({ PastChatScreen: screen }) => screen));
