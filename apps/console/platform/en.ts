import type { Translated } from './translated';
import type { platformRo } from './ro';

/** Sentences for all screens, in English. */
export const platformEn: Translated<typeof platformRo> = {
  faults: { unreachable: 'The server is not responding. Check your internet connection and try again.' },

  names: {
    erased: '(name erased)',
    erasedPerson: '(erased person)',
    alone: 'Only you',
    pasted: 'Screenshot {{at}}',
  },
};
