import type { Translated } from './translated';
import type { platformRo } from './ro';

/** Sentences for all screens, in English. */
export const platformEn: Translated<typeof platformRo> = {
  faults: {
    unreachable: 'The server is not responding. Check your internet connection and try again.',
    foreign: 'This answer did not come from the portal. On a public network, open its sign-in page and try again.',
    server: 'Server error (status {{status}}). Please try again.',
    away: 'The server is not available right now (status {{status}}). Please try again in a moment.',
    late: 'The server did not respond in time (status {{status}}). Please try again.',
    unknown: 'An error occurred',
    slow: 'The server is slow to respond.',
    again_one: 'Trying again in one second.',
    again_other: 'Trying again in {{count}} seconds.',
    after_one: 'You can try again in one minute.',
    after_other: 'You can try again in {{count}} minutes.',
    id: 'Error code',
    copyId: 'Copy the error code',
  },

  names: {
    erased: '(name erased)',
    erasedPerson: '(erased person)',
    alone: 'Only you',
    pasted: 'Screenshot {{at}}',
  },
};
