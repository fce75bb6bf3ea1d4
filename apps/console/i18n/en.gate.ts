import { enScreens } from '@dosar/contracts';
import type { Translation } from './translation';

/** What the console says to everybody, in English. */
export const enGate: Translation['gate'] = {
  ...enScreens,

  shell: {
    skip: 'Skip to content',
    menu: 'Main menu',
    openMenu: 'Open the menu',
    home: 'Home',
    files: 'Documents',
    audit: 'Audit log',
    lost: 'The connection to the server is lost. It comes back by itself; nothing was lost.',
    dismiss: 'Dismiss the message',
    close: 'Close',
    cancel: 'Cancel',
  },

  screens: {
    home: 'Back to the first page',
    waiting: 'Loading',
    again: 'Try again',
    notFoundPage: 'Page not found · Dosar',
    notFound: 'We could not find that',
    notFoundText: 'The address is wrong, or the thing was deleted or moved.',
    unauthorizedPage: 'Access denied · Dosar',
    unauthorized: 'You have no access here',
    unauthorizedText: 'Your role does not allow this page. If you need it, please write to the administrator.',
    fault: 'The page could not be loaded',
    faultText: 'An unexpected error occurred. Nothing was lost.',
  },

  faults: {
    unreachable: 'The server does not answer. Check your internet connection and try again.',
  },

  login: {
    page: 'Sign in · Dosar',
    title: 'Welcome back',
    hint: 'Sign in to continue.',
    submit: 'Sign in',
    motto: 'Your company’s papers, in their place, every month.',
    detail:
      'The client sends them, the accountant finds them, and every step stays on a record that cannot be rewritten.',
  },

  fields: {
    email: 'Email',
    password: 'Password',
    showPassword: 'Show the password',
  },

  preferences: {
    language: 'Language',
    ro: 'Română',
    en: 'English',
    theme: 'Appearance',
    light: 'Light',
    dark: 'Dark',
    system: 'Like the system',
  },
};
