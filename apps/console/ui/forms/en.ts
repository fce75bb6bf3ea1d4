import type { Translated } from '../../platform/translated';
import type { formsRo } from './ro';

/** Sentences about forms, in English. */
export const formsEn: Translated<typeof formsRo> = {
  calendar: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },

  form: {
    save: 'Save',
    putBack: 'What you had filled in before your session ended is back.',
    notSaved: 'Failed to save changes',
    notMade: 'Failed to add',
    saved: 'Changes saved',
    reset: 'Discard changes',
    day: 'DD.MM.YYYY',
    clearDay: 'Clear the date',
    noMail: 'Dosar has no mail server, so the invitation does not leave the server.',
    noMailNew: 'Once the account is created, copy the link of its invitation from its page and send it yourself.',
  },

  unsaved: {
    title: 'Unsaved changes',
    text: 'Your changes are not saved. They are lost if you leave the page.',
    stay: 'Stay on the page',
    leave: 'Leave without saving',
  },
};
