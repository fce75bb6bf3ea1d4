import type { fieldsRo } from './ro';

/** What is said of what documents say of themselves, in English. */
export const fieldsEn: typeof fieldsRo = {
  documentFields: {
    title: 'Document fields',
    none: 'Not filled in yet.',
    number: 'Number',
    issuer: 'Issuer',
    issuer_cui: 'Issuer tax ID',
    date: 'Document date',
    sum: 'Total',
    currency: 'Currency',
    due: 'Due date',
    change: 'Edit',
    fill: 'Fill in',
    save: 'Save',
    cancel: 'Cancel',
    failed: 'The document fields could not be changed',
    badDay: 'Write the day like {{example}}',
    badSum: 'Write the amount like {{example}}',
    tags: 'Tags',
    anyTag: 'Any tag',
    addTag: 'Add a tag',
    removeTag: 'Remove the tag “{{tag}}”',
    tagsFailed: 'The tags could not be changed',
    noTags: 'No tags.',
  },
};
