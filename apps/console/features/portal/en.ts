import type { Translated } from '../../platform/translated';
import type { portalRo } from './ro';

/** What is said about the settings of the portal, in English. */
export const portalEn: Translated<typeof portalRo> = {
  portal: {
    page: 'Portal settings · Dosar',
    title: 'Portal settings',
    text: 'They apply to all firms and all users.',
    twoStep: 'Two-step sign-in required',
    twoStepHint: 'Users with a ticked role who have not set it up yet are asked to when they next sign in.',
    cuiCheck: 'Check digit of the CUI',
    cuiCheckHint: 'The last digit of a CUI follows from the others, so a typing mistake shows.',
    checks: {
      off: { label: 'Not checked', text: 'Only 6 to 10 digits are asked for.' },
      warn: { label: 'Warn', text: 'A warning under the field; the CUI can be saved.' },
      enforce: { label: 'Refuse', text: 'A CUI with a wrong check digit cannot be saved.' },
    },
  },
};
