/** What is said about what surrounds every screen, in Romanian. */
export const appRo = {
  shell: {
    fold: 'Pliază meniul',
    unfold: 'Desfășoară meniul',
    skip: 'Salt la conținut',
    menu: 'Meniu principal',
    openMenu: 'Deschide meniul',
    searchKeys: 'Ctrl K',
    home: 'Acasă',
    files: 'Documente',
    chat: 'Conversații',
    audit: 'Jurnal de audit',
    users: 'Utilizatori',
    auditors: 'Auditori',
    firms: 'Firme',
    clients: 'Clienți',
    settings: 'Setările portalului',
    health: 'Starea instalării',
  },
};
