/** What is said of files inside documents, in Romanian. */
export const insideRo = {
  inside: {
    title_one: 'Un fișier atașat',
    title_few: '{{count}} fișiere atașate',
    title_other: '{{count}} de fișiere atașate',
    list: 'Fișiere atașate',
    open: 'Deschide {{name}}',
    save: 'Descarcă {{name}}',
    blocked: 'nu se deschide: tip nepermis sau prea mare',
    more: 'Sunt mai multe; se arată primele {{count}}.',
    form: 'Formularul se vede întreg doar în Adobe Reader: descărcați-l și deschideți-l acolo.',
    formData: 'Datele completate în el sunt mai jos, ca fișier XML.',
    signed: 'Factura este din SPV, împreună cu semnătura ei. Dosar nu verifică semnătura.',
    unread: 'Fișierele atașate nu au putut fi citite: sunt prea mari.',
    back: 'Înapoi la {{name}}',
    failed: 'Fișierul atașat nu a putut fi descărcat',
  },
} as const;
