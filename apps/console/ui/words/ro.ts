/** Words shared by several features, in Romanian. */
export const wordsRo = {
  roles: { admin: 'Administrator', accountant: 'Contabil', user: 'Client', auditor: 'Auditor' },

  words: {
    client: 'Client',
    yes: 'da',
    no: 'nu',
    nothing: 'Nimic găsit',
    created: 'Creat',
    phone: 'Telefon',
    accountingFirm: 'Firma de contabilitate',
    files: 'Documente',
    firm: 'Firmă',
    history: 'Istoric',
    agent: '{{browser}} pe {{system}}',
    unknownAgent: 'Browser necunoscut',
    /** Parts of an installation, as health names them. */
    parts: {
      log: 'Jurnalul',
      seals: 'Sigiliile jurnalului',
      views: 'Ce se vede pe ecrane',
      reactors: 'Ce urmează din ce se face (înștiințări, scrisori)',
      vault: 'Seiful cheilor',
      documents: 'Documentele',
      signals: 'Semnalele',
      search: 'Căutarea',
      sockets: 'Legătura cu browserele',
      mail: 'Scrisorile',
      readers: 'Citirea documentelor',
      access: 'Drepturile',
      backup: 'Copia de siguranță',
    },
  },

  process: { new: 'Nou', processing: 'În lucru', processed: 'Prelucrat' },

  accounting: {
    accounting_pending: 'De contabilizat',
    accounting_in_review: 'În verificare',
    accounting_completed: 'Contabilizat',
  },
};
