import type { Translated } from '../../../platform/translated';
import type { sealRo } from './ro';

/** What is said of seals of the log, in English. */
export const sealEn: Translated<typeof sealRo> = {
  seal: {
    standing: {
      first: 'New seal in this browser: {{shown}} records, {{when}}',
      continued: 'Unchanged since this browser saw it: {{shown}} records, {{when}}',
      renamed: 'The log is not the one that this browser saw',
      shorter: 'The log is shorter than the one that this browser saw',
      rewritten: 'The log was rewritten since this browser saw it',
      unknown: 'The seal cannot be verified here, since the page is not opened by HTTPS',
    },
    broken: {
      renamed:
        'An operator accepted or restored the log after the seal that is kept here ({{shown}} records, {{when}}). What was recorded meanwhile may be missing or may be different: ask who did it and why.',
      shorter:
        'The seal that is kept here covers {{shown}} records ({{when}}), and the log has fewer now: its end was cut off. Keep this message and tell whoever is responsible for the server.',
      rewritten:
        'The {{shown}} records under the seal that is kept here ({{when}}) are not the same any more: somebody has changed them on the server. Keep this message and tell whoever is responsible for the server.',
    },
    unknown: 'The seal of the log is not known now',
    what: 'What it proves',
    takeNewest: 'Understood, keep the new seal',
    title: 'The seal of the log',
    newest: 'The newest seal covers {{shown}} records and was signed at {{when}}.',
    accepted:
      'To be known first: at {{when}} an operator accepted a log that had been cut or rewritten ({{known}} records were known, {{found}} were found).',
    provedTitle: 'What is proved',
    proved:
      'Each time this page is opened the browser demands the proof that the log goes on exactly from the seal that it saw last. If somebody changed, took out or put in something behind that, even with access to the server and the signing key, it would show here.',
    unprovedTitle: 'What is not proved',
    unproved:
      'That what was recorded is true, that everything was recorded, or what was before the first seal seen here. A new browser, or one whose data was cleared, begins with the seal of now.',
    elsewhereTitle: 'Keep it elsewhere, too',
    elsewhere:
      'Copy the seal and send it to somebody outside the firm, or print it. With it an exported history can be verified at any time, without this portal.',
    copy: 'Copy the seal',
  },
};
