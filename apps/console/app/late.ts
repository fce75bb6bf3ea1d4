import { lazy, type ComponentType } from 'react';
import { preferences } from '../platform/preferences';
import { speakAlso } from './i18n';

/** What shows history is loaded when somebody looks at it, with what is said there. */
export const late = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), speakAlso('auditors', preferences.get().language)]);
    return { default: screen };
  });
