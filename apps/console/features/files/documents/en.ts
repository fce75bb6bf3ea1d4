import type { Translated } from '../../../platform/translated';
import type { documentsRo } from './ro';

/** What is said where documents are listed by what is to be done with them, in English. */
export const documentsEn: Translated<typeof documentsRo> = {
  documents: {
    page: '{{title}} · Dosar',
    title: 'Documents',
    pending: 'To process',
    fault: 'The documents could not be loaded',
    filters: 'Filters',
    state: 'Processing',
    accounting: 'Accounting status',
    on: 'Uploaded on {{day}}',
    ofAct: 'Of one activity',
    mine: 'Sent by me',
    without: 'Remove the filter “{{text}}”',
    noStatus: 'No accounting status',
    assignedOnly: 'Only clients assigned to me',
    erased: '(erased name)',
    none: 'No documents',
    noneText: 'Nothing matches these filters.',
    count_one: 'One document',
    count_other: '{{shown}} documents',
    reached: 'This list goes as far as the first {{shown}} documents. Narrow it by the filters for the others.',
    all: 'All',
    send: 'Send documents',
    sendText: 'Take a photo or choose files. Your accounting firm sees them right away.',
    photograph: 'Take a photo',
    sent: 'Recently sent',
    sentNone: 'What you send appears here, with its status.',
  },
};
