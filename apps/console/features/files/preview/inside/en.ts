import type { Translated } from '../../../../platform/translated';
import type { insideRo } from './ro';

/** What is said of files inside documents, in English. */
export const insideEn: Translated<typeof insideRo> = {
  inside: {
    title_one: 'One attached file',
    title_other: '{{count}} attached files',
    list: 'Attached files',
    open: 'Open {{name}}',
    save: 'Download {{name}}',
    blocked: 'cannot be opened: its type is not allowed, or it is too large',
    more: 'There are more; the first {{count}} are shown.',
    form: 'This form is shown as it is by Adobe Reader alone: download it and open it there.',
    formData: 'The data filled into it is below, as an XML file.',
    signed: 'The invoice is from SPV, together with its signature. Dosar does not verify the signature.',
    unread: 'The attached files could not be read: they are too large.',
    back: 'Back to {{name}}',
    failed: 'The attached file could not be downloaded',
  },
};
