import type { Translated } from '../../../platform/translated';
import type { healthRo } from './ro';

/** What is said to an administrator who is signed in to health alone, in English. */
export const healthEn: Translated<typeof healthRo> = {
  health: {
    page: 'Health · Dosar',
    title: 'The log cannot be written to',
    hint: 'Until the log is mended you see here only what is wrong; everything else opens again after that, when you sign in anew.',
    well: 'All is well.',
    down: 'does not work.',
    degraded: 'works in part.',
    leave: 'Sign out',
  },
};
