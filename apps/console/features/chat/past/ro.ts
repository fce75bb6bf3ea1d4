/** What is said about conversations as they were, in Romanian. */
export const formerChatRo = {
  formerChat: {
    page: '{{title}}, cum a fost · Dosar',
    absent: 'Conversația nu exista în acest moment',
    absentText: 'Nu fusese începută încă, sau nu se putea vedea. Alegeți alt moment în bara de sus.',
  },
};
