import { standing, type Hash } from './hash';
import { HASHES_AT_ONCE } from './hashes-at-once';
import { HASHES_OF_RECORDS } from './hashes-of-records';

/**
 * Every hash, HMAC and derived id in the code: over what, under which key, where it is stored, and until when. Nothing
 * that stands in a record may confirm a guess after its owner's key is destroyed, and whoever has log, vault and master
 * key can compute all of these. So a new one is listed here first; hashes.spec.ts fails for one that is not.
 */
export const HASHES: readonly Hash[] = [
  ...HASHES_OF_RECORDS,
  // Hashes that can disappear: they are replaced, expire, or are removed with the person they are about.
  ...standing('vault', [
    [
      'apps/gateway/identity/reservations/reservations.ts',
      'hmac(this.installation.keys.reservations, kind',
      'an e-mail, or a cui and its firm',
      'reservations',
      'its owner changes it, or is deleted or erased',
    ],
    [
      'apps/gateway/identity/sign-in/attempts.ts',
      'hmac(this.installation.keys.reservations, limit',
      'an e-mail or an address that somebody tried to sign in with',
      'reservations',
      'the window of the limit is over',
    ],
    [
      'apps/gateway/identity/accounts/passwords.ts',
      'hash(password, COST)',
      'a password, by argon2id with a salt',
      'none',
      'it is replaced, or its user is deleted',
    ],
    [
      'apps/gateway/identity/two-step/recovery-codes.ts',
      "hmac(this.installation.keys.factors, 'recovery'",
      'a recovery code of 80 random bits',
      'factors',
      'it is used or renewed',
    ],
    [
      'apps/gateway/identity/sign-in/refresh-tokens.ts',
      "createHash('sha256')",
      'a secret of 256 random bits',
      'none',
      'the session is over',
    ],
    [
      'apps/gateway/notifications/digests.job.ts',
      'derivedId(userId, cause)',
      'ids of a user and of a notification, and since when it waits',
      'none',
      'the letter is sent',
    ],
    [
      'libs/kernel/reactions/effects.ts',
      'derivedId(event.id, reactor, part)',
      'id of an event, name of a reactor, a number',
      'none',
      'the effect is done',
    ],
  ]),
  // The bytes of documents: the record has their hash encrypted, as content.
  ...standing('view', [
    [
      'libs/kernel/views/row-sum.ts',
      "hmacOf(key, 'rows'",
      'the sum of all rows of who may do what, and their checkpoint',
      'rows',
      'the next batch is written',
    ],
    [
      'libs/kernel/keys/documents.ts',
      "createHash('sha256')",
      'the bytes of a document',
      'none',
      'its owner’s key is destroyed',
    ],
  ]),
  // Hashes that prove a backup complete.
  ...standing('backup', [
    [
      'libs/adapters/backup/files.ts',
      "createHash('sha256')",
      'the bytes of log, vault and documents, as they are stored',
      'none',
      'the backup is thrown away',
    ],
  ]),
  // Tokens that are given out and come back.
  ...standing('browser', [
    [
      'apps/gateway/identity/sign-in/refresh-tokens.ts',
      "hmac(key, 'refresh'",
      'id of a session, number, random secret',
      'refresh',
      'the session is over',
    ],
    [
      'apps/gateway/identity/sign-in/refresh-tokens.ts',
      "hmac(key, 'successor'",
      'id of a session, number, random secret',
      'refresh',
      'the session is over',
    ],
    [
      'apps/gateway/identity/sign-in/one-time-tokens.ts',
      'signed(this.installation.keys.factors',
      'ids, a method and a time',
      'factors',
      'minutes later',
    ],
    [
      'apps/gateway/files/downloads/tickets.ts',
      'signed(this.installation.keys.tickets',
      'ids and a time',
      'tickets',
      'minutes later',
    ],
    [
      'apps/gateway/files/downloads/archive-tickets.ts',
      'signed(keys.tickets',
      'ids, a time, random',
      'tickets',
      'minutes later',
    ],
    [
      'libs/kernel/keys/signed.ts',
      'hmac(secret, text)',
      'the words of a token: see whoever signs it',
      'that of the token',
      'the token has ended',
    ],
    [
      'libs/kernel/keys/signed.ts',
      'signed(secret, ...words)',
      'the words of a token: see whoever signs it',
      'that of the token',
      'the token has ended',
    ],
    [
      'apps/gateway/platform/reads/views.ts',
      "createHash('sha256').update(text)",
      'an answer and who asked: its entity tag',
      'none',
      'the answer is another',
    ],
    [
      'apps/gateway/platform/reads/rows.ts',
      "createHash('sha256').update(dependsOn)",
      'what an answer depends on beside its rows',
      'none',
      'the answer is another',
    ],
  ]),
  // Tokens in links of letters.
  ...standing('letter', [
    ['libs/kernel/reactions/run-reactors.ts', 'signed(linksKey', 'ids and times', 'links', 'the link has ended'],
    [
      'apps/gateway/notifications/unsubscribe-tokens.ts',
      "hmac(key, 'unsubscribe address'",
      'id of a user, and the e-mail that the letter goes to',
      'links',
      'the e-mail is changed',
    ],
    [
      'apps/gateway/notifications/unsubscribe-tokens.ts',
      'signed(key, WORD, userId',
      'id of a user, and the e-mail that the letter goes to',
      'links',
      'the e-mail is changed',
    ],
  ]),
  // Keys derived from keys, and hashes that are used at once.
  ...HASHES_AT_ONCE,
];
