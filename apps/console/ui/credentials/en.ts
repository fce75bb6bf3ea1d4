import type { Translated } from '../../platform/translated';
import type { credentialsRo } from './ro';

/** Sentences about passwords, codes and keys, in English. */
export const credentialsEn: Translated<typeof credentialsRo> = {
  credentials: {
    print: 'Print',
    code: { totp: 'Code from the app', recovery: 'Recovery code' },
    verify: 'Verify',
    passkeyStopped: 'The passkey check was interrupted. Please try again.',
    passkeyUnknown: 'This browser cannot use passkeys at this address.',
    scan: 'Scan this code with the authenticator app on your phone.',
    qr: 'QR code for the authenticator app',
    orType: 'If you cannot scan it, type this key into the app:',
    copySecret: 'Copy the key',
    confirmCode: 'Confirm the code',
    codesTitle: 'Recovery codes',
    codesText:
      'If you lose your phone, sign in with one of these codes. Each works once, and the list is not shown again.',
    codesHead: 'Dosar: recovery codes for {{host}}',
    codesList: 'Recovery codes',
    copyCodes: 'Copy the codes',
    downloadCodes: 'Download',
    codesKept: 'I have saved the codes in a safe place',
    rules: {
      label: 'Password rules',
      length: 'at least {{min}} characters',
      upper: 'an upper-case letter',
      lower: 'a lower-case letter',
      digit: 'a digit',
      email: 'not the email address',
      common: 'not one of the commonest passwords (checked when you save)',
      met: '(met)',
      unmet: '(not met yet)',
    },
  },
};
