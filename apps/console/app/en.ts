import type { Translated } from '../platform/translated';
import type { appRo } from './ro';

/** What is said about what surrounds every screen, in English. */
export const appEn: Translated<typeof appRo> = {
  shell: {
    fold: 'Fold the menu',
    unfold: 'Unfold the menu',
    skip: 'Skip to content',
    menu: 'Main menu',
    openMenu: 'Open the menu',
    home: 'Home',
    files: 'Documents',
    audit: 'Audit log',
    users: 'Users',
    firms: 'Firms',
    clients: 'Clients',
    settings: 'Portal settings',
  },
};
