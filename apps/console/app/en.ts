import type { Translated } from '../platform/translated';
import type { appRo } from './ro';

/** What is said about what surrounds every screen, in English. */
export const appEn: Translated<typeof appRo> = {
  shell: {
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
