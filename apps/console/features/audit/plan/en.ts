import type { Translated } from '../../../platform/translated';
import type { planRo } from './ro';

/** What is said of a plan that puts things back, in English. */
export const planEn: Translated<typeof planRo> = {
  plan: {
    steps: 'What will be done',
    conflicts_one: 'One item of {{total}} cannot be put back.',
    conflicts_other: '{{count}} items of {{total}} cannot be put back.',
    rest_one: 'and one more item',
    rest_other: 'and {{count}} more items',
    erased: '(name erased)',
    noStatus: 'without a status',
    will: {
      restore: 'Will be restored',
      delete: 'Will go to the trash',
      move: 'Will be moved back',
      rename: 'Will be renamed',
      state: 'Will have another status',
      edit: 'Will have the text of then',
    },
    conflict: {
      changed_since: 'It was changed since',
      gone: 'It is not there any more',
      folder_gone: 'The folder that it was in is not there any more',
      not_empty: 'Something else was put into the folder since',
      name_taken: 'The name is taken by something else',
      cycle: 'A folder cannot be moved into itself',
      too_deep: 'The folders would be too deep',
      locked: 'The accountant is working on it',
      firm_only: 'A folder that only the accounting firm fills',
      not_yours: 'You may not change it',
      erased: 'What was in it was erased',
      quota: 'There is no room left',
    },
  },
};
