/** What is said about documents as they were, in English. */
export const formerFilesEn = {
  formerFiles: {
    page: '{{folder}}, as it was · Dosar',
    restoreAll: 'Restore the whole folder',
    absent: 'The folder was not there at this moment',
    absentText: 'It had not been made yet, or was deleted already. Pick another moment in the bar above.',
    empty: 'The folder was empty',
    emptyText: 'There was nothing in it at this moment.',
  },
};
