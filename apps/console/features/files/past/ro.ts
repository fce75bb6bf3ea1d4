/** What is said about documents as they were, in Romanian. */
export const formerFilesRo = {
  formerFiles: {
    page: '{{folder}}, cum a fost · Dosar',
    restoreAll: 'Restaurează tot dosarul',
    absent: 'Dosarul nu exista în acest moment',
    absentText: 'Nu fusese creat încă, sau fusese deja șters. Alegeți alt moment în bara de sus.',
    empty: 'Dosarul era gol',
    emptyText: 'În acest moment nu era nimic în el.',
  },
};
