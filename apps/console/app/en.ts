import type { Translated } from '../platform/translated';
import type { appRo } from './ro';

/** What is said about what surrounds every screen, in English. */
export const appEn: Translated<typeof appRo> = {
  shell: {
    fold: 'Collapse the menu',
    unfold: 'Expand the menu',
    skip: 'Skip to content',
    menu: 'Main menu',
    openMenu: 'Open the menu',
    searchKeys: 'Ctrl K',
    home: 'Home',
    files: 'Documents',
    chat: 'Conversations',
    audit: 'Audit log',
    users: 'Users',
    auditors: 'Auditors',
    firms: 'Firms',
    clients: 'Clients',
    settings: 'Portal settings',
    health: 'System health',
  },
};
