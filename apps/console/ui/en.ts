import type { Translated } from '../platform/translated';
import type { uiRo } from './ro';

/** Sentences of common parts, in English. */
export const uiEn: Translated<typeof uiRo> = {
  parts: {
    lost: 'Connection lost. It comes back by itself; nothing is lost.',
    failed: 'The server could not be reached. Trying again in a few seconds; nothing is lost.',
    tryNow: 'Try now',
    dismiss: 'Dismiss the message',
    close: 'Close',
    cancel: 'Cancel',
    copy: 'Copy',
    copied: 'Copied',
    undo: 'Undo',
    licenses: 'Third-party licences',
  },

  screens: {
    home: 'Back to home',
    waiting: 'Loading',
    again: 'Try again',
    notFoundPage: 'Page not found · Dosar',
    notFound: 'We could not find that',
    notFoundText: 'The address is wrong, or what it led to was deleted or moved.',
    gone: '“{{name}}” is no longer here',
    goneText: 'It was deleted, or you no longer have access. What you started here can no longer be saved.',
    clientGone: 'This client is no longer here',
    clientGoneText:
      'It was deleted, or is no longer among your clients. What you started here can no longer be saved; an administrator can tell you more.',
    anotherClient: 'Choose another client',
    unauthorizedPage: 'Access denied · Dosar',
    unauthorized: 'You have no access here',
    unauthorizedText: 'Your role does not include this page. If you need it, please contact your administrator.',
    fault: 'The page could not be loaded',
    userFault: 'Failed to fetch user',
    faultText: 'An unexpected error occurred. Nothing was lost.',
  },

  fields: {
    email: 'Email',
    password: 'Password',
    showPassword: 'Show password',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
  },

  preferences: {
    language: 'Language',
    // eslint-disable-next-line edges/sentences-in-catalogues -- a language calls itself so
    ro: 'Română',
    en: 'English',
    theme: 'Appearance',
    light: 'Light',
    dark: 'Dark',
    system: 'Same as the system',
  },
};
