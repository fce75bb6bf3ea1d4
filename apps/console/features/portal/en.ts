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

  healthPage: {
    page: 'System health · Dosar',
    title: 'System health',
    text: 'How each part of Dosar is doing, and what to do about it.',
    fault: 'System health could not be loaded',
    check: 'Check now',
    tasks: 'To do',
    nothing: 'Nothing to do: every part is working.',
    figures: 'Overview',
    parts: 'Parts',
    unknown: 'unknown',
    version: 'Version',
    letters: 'Emails',
    lettersLeave: 'sent through the mail server',
    lettersStay: 'not sent: they stay in the data folder',
    lettersWaiting: 'Emails waiting',
    lettersGivenUp: 'Emails given up',
    disk: 'Disk',
    diskFree: '{{free}} free of {{total}}',
    backup: 'Last backup',
    backupOf_zero: '{{at}}, nothing written since',
    backupOf_one: '{{at}}, one record since',
    backupOf_other: '{{at}}, {{count, number}} records since',
    noBackup: 'none',
    states: { ok: 'working', degraded: 'working in part', unavailable: 'not working' },
    part: '{{name}}: something is wrong',
    partHow: 'The details are below; it usually recovers by itself once the cause is gone.',
    todo: {
      mail: {
        what: 'Emails do not leave the server',
        how: 'Start Dosar with the address of a mail server in DOSAR_SMTP_URL. Until then, copy invitation links from each user’s page.',
      },
      letters: {
        what: 'Emails given up: {{count}}',
        how: 'The mail server refused their addresses: check the addresses of the users.',
      },
      disk: {
        what: 'The disk is nearly full: {{free}} left',
        how: 'Free some space, or move the data to a larger disk. Without space, Dosar accepts no documents.',
      },
      backup: {
        what: 'No backup has been made yet',
        how: 'Make one with “npm run dosar -- backup <folder>”, on another disk, and have the command run every night.',
      },
      backupOld: {
        what: 'The last backup is more than a week old',
        how: 'Check why “npm run dosar -- backup <folder>” no longer runs.',
      },
    },
  },
};
