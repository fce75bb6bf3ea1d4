import type { Translated } from '../../platform/translated';
import type { wordsRo } from './ro';

/** Words shared by several features, in English. */
export const wordsEn: Translated<typeof wordsRo> = {
  roles: { admin: 'Administrator', accountant: 'Accountant', user: 'Client', auditor: 'Auditor' },

  words: {
    client: 'Client',
    yes: 'yes',
    no: 'no',
    nothing: 'Nothing found',
    created: 'Created',
    phone: 'Phone',
    accountingFirm: 'Accounting firm',
    files: 'Documents',
    firm: 'Firm',
    history: 'History',
    agent: '{{browser}} on {{system}}',
    unknownAgent: 'Unknown browser',
    /** Parts of an installation, as health names them. */
    parts: {
      log: 'The log',
      seals: 'The seals of the log',
      views: 'What screens show',
      reactors: 'What follows from what is done (notifications, letters)',
      vault: 'The vault of keys',
      documents: 'Documents',
      signals: 'Signals',
      search: 'Search',
      sockets: 'The lines to browsers',
      mail: 'Letters',
      readers: 'The reading of documents',
      access: 'Rights',
      backup: 'Backup',
    },
  },

  process: { new: 'New', processing: 'In progress', processed: 'Processed' },

  accounting: { accounting_pending: 'To be booked', accounting_in_review: 'In review', accounting_completed: 'Booked' },
};
