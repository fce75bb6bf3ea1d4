import type { Translated } from '../../platform/translated';
import type { signInRo } from './ro';

/** What is said about those who come in, in English. */
export const signInEn: Translated<typeof signInRo> = {
  login: {
    page: 'Sign in · Dosar',
    title: 'Welcome back',
    firstTitle: 'Welcome to Dosar',
    hint: 'Sign in to continue.',
    submit: 'Sign in',
    motto: 'Your company’s papers, in their place, every month.',
    detail:
      'The client sends them, the accountant finds them, and every step stays on a record that cannot be rewritten.',
  },

  health: {
    page: 'Health · Dosar',
    title: 'The log cannot be written to',
    hint: 'Until the log is mended you see here only what is wrong; everything else opens again after that, when you sign in anew.',
    well: 'All is well.',
    leave: 'Sign out',
  },

  entry: {
    unsubscribe: {
      settings: 'Notification settings',
      page: 'Messages by email · Dosar',
      title: 'Messages by email',
      hint: 'You will no longer be told by email what happens in Dosar. You are still told in the application.',
      action: 'Send me no more',
      done: 'You get no more messages by email. You can turn them on again in your notification settings.',
      over: 'This link is not valid. You can also stop the messages in your notification settings.',
    },
    ended: 'The session was ended from another device, or the account has changed. Please sign in again.',
    forgot: 'I forgot my password',
    sendLink: 'Send me a sign-in link',
    backToLogin: 'Back to sign-in',
    enter: 'Enter Dosar',
    secondTitle: 'One more step',
    tooLong: 'That took too long. Please start signing in again.',
    prove: {
      totp: 'Enter the 6-digit code from your authenticator app.',
      passkey: 'Confirm with your passkey: fingerprint, face, the device’s code or a security key.',
      recovery: 'Enter one of the recovery codes that you kept. Each code works once.',
    },
    switchTo: { totp: 'Use the code from the app', passkey: 'Use a passkey', recovery: 'Use a recovery code' },
    usePasskey: 'Use the passkey',
    setupTitle: 'Two-step sign-in',
    setupText:
      'Your account needs a second step at sign-in. You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis.',
    setupBegin: 'Set up the app',
    sendLetter: 'Send the link',
    sentTitle: 'Check your email',
    sentHint: 'The message usually arrives within a few minutes. If you cannot find it, look in the spam folder too.',
    otherEmail: 'Another address, or one more message',
    reset: {
      page: 'New password · Dosar',
      title: 'Forgot your password?',
      hint: 'Enter the email address of your account, and we will send you a link to choose a new password.',
      sent: 'If there is an account for {{email}}, we have sent a link there that is valid for 60 minutes.',
      chooseTitle: 'Choose a new password',
      chooseHint: 'After saving you will be signed out of all devices.',
      save: 'Save the password',
      done: 'The password was changed. Sign in with the new one.',
    },
    signIn: {
      page: 'Sign-in link · Dosar',
      title: 'Sign in without a password',
      hint: 'Enter the email address of your client account, and we will send you a link that signs you in.',
      sent: 'If there is a client account for {{email}}, we have sent a link there that is valid for 15 minutes.',
      useTitle: 'Welcome back',
      useHint: 'Press the button to enter. The link can be used once.',
    },
    invitation: {
      page: 'Invitation · Dosar',
      welcome: 'Welcome!',
      welcomeName: 'Welcome, {{name}}!',
      hint: 'Choose the password with which you will enter Dosar.',
      hintFor: 'Choose the password with which you will enter Dosar as {{email}}.',
      save: 'Save the password',
      done: 'Your account is ready. Sign in with the password that you chose.',
      over: 'The invitation is no longer valid: it was used, has expired, or another one was sent. If you have chosen your password already, sign in; if not, ask for a new one.',
      sendAgain: 'Send me a new invitation',
      sentAgain:
        'If the account has no password yet, a new invitation has gone to the same email address. It is valid for 7 days.',
    },
    overPage: 'Expired link · Dosar',
    overTitle: 'This link can no longer be used',
    newLink: 'Ask for a new link',
    insidePage: 'You are signed in · Dosar',
    insideTitle: 'You are already signed in',
    insideText: 'Somebody is signed in already in this browser.',
    insideTextOf: '{{email}} is signed in in this browser.',
    insideChoice: 'To use the link, the session here has to be ended first.',
    leaveAndGoOn: 'End the session and go on',
    staySignedIn: 'Stay signed in',
  },
};
