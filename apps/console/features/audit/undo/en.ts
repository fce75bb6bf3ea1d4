import type { Translated } from '../../../platform/translated';
import type { undoRo } from './ro';

/** What is said where a deed is undone, in English. */
export const undoEn: Translated<typeof undoRo> = {
  undoing: {
    undo: 'Undo this action',
    title: 'Undo this action?',
    all_one: 'Undo',
    all_other: 'Undo {{shown}} changes',
    rest_one: 'Undo only what can be undone',
    rest_other: 'Undo the other {{shown}} changes',
    none: 'Nothing in this action can be undone.',
    rests: 'This stays as it is:',
    never: '{{title}}: {{why}}',
    neverMany: '{{title}} ({{shown}}): {{why}}',
    undone: 'Action undone',
    goingOn: 'Undoing; it continues if you close this page',
    why: {
      access: 'sign-ins, sign-outs and checks of identity cannot be undone',
      read: 'viewing cannot be undone',
      letter: 'an email that was sent cannot be recalled',
      refusal: 'it changed nothing',
      erasure: 'what was erased is gone',
      mark: 'it only records how far someone has read',
      follows: 'it follows from another change and is undone with it',
      bookkeeping: 'it only records progress',
      installation: 'the installation did it by itself',
      elsewhere: 'change it back on the screen where it was made',
      not_yours: 'only the person who did it can undo it',
    },
  },
};
