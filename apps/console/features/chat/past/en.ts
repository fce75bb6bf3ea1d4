/** What is said about conversations as they were, in English. */
export const formerChatEn = {
  formerChat: {
    page: '{{title}}, as it was · Dosar',
    absent: 'The conversation was not there at this moment',
    absentText: 'It had not been begun yet, or could not be seen. Pick another moment in the bar above.',
  },
};
