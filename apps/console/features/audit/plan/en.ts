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
      state: 'Will get its earlier status',
      edit: 'Will get its earlier text',
      react: 'Will have its reactions of then',
    },
    conflict: {
      changed_since: 'It was changed since',
      gone: 'It no longer exists',
      folder_gone: 'Its folder no longer exists',
      not_empty: 'Something else was added to the folder since',
      name_taken: 'Something else has that name',
      cycle: 'A folder cannot be moved into itself',
      too_deep: 'The folders would be nested too deeply',
      locked: 'The accountant is working on it',
      firm_only: 'A folder that only the accounting firm fills',
      not_yours: 'You may not change it',
      erased: 'What was in it was erased',
      quota: 'There is not enough space',
    },
  },
};
