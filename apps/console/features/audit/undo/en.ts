import type { Translated } from '../../../platform/translated';
import type { undoRo } from './ro';

/** What is said where a deed is undone, in English. */
export const undoEn: Translated<typeof undoRo> = {
  undoing: {
    undo: 'Undo this act',
    title: 'Undo this act?',
    all_one: 'Undo',
    all_other: 'Undo {{shown}} changes',
    rest_one: 'Undo only what can be undone',
    rest_other: 'Undo the other {{shown}} changes',
    none: 'Nothing of this act can be undone.',
    rests: 'This stays as it is:',
    never: '{{title}}: {{why}}',
    neverMany: '{{title}} ({{shown}}): {{why}}',
    undone: 'The act was undone',
    goingOn: 'The act is being undone; it goes on when you close this page',
    why: {
      access: 'that somebody came in, went out or proved who they are cannot be taken back',
      read: 'what was read was read',
      letter: 'a letter that was sent does not come back',
      refusal: 'it changed nothing',
      erasure: 'what was erased is gone',
      mark: 'it only says how far somebody has read',
      follows: 'it follows from something else, and goes back with that',
      bookkeeping: 'it only says how it went',
      installation: 'the installation itself did it',
      elsewhere: 'it is changed back on the screen where it was changed',
      not_yours: 'only whoever did it can undo it',
    },
  },
};
