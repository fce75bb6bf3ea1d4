import { lazy, type ComponentType } from 'react';
import { preferences } from '../../platform/preferences';
import { speakAlso } from '../i18n';

/** What shows the past is loaded when somebody looks there, with what is said there. */
const late = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), speakAlso('auditors', preferences.get().language)]);
    return { default: screen };
  });

export const PastFilesScreen = late(() => import('./past-files.screen').then(({ PastFilesScreen: screen }) => screen));
export const PastChatScreen = late(() => import('./past-chat.screen').then(({ PastChatScreen: screen }) => screen));
