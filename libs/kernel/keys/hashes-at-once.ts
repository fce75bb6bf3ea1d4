import { standing, type Hash } from './hash';

/** Hashes that are not stored: they are compared or used at once. */
export const HASHES_AT_ONCE: readonly Hash[] = standing('nowhere', [
  [
    'libs/kernel/keys/documents.ts',
    "createHash('sha256')",
    'the bytes of a document, compared with what its record says',
    'none',
    'it is read to its end',
  ],
  ['libs/kernel/views/row-sum.ts', "hmacOf(key, 'row'", 'a row of who may do what', 'rows', 'it is added up'],
  [
    'apps/gateway/files/uploads/append-upload.ts',
    'createHash(algorithm)',
    'the bytes of a request, compared with what came beside them',
    'none',
    'the request is over',
  ],
  [
    'libs/kernel/keys/envelope.ts',
    "hmacOf(secret, 'record', eventId, member)",
    'id of a record, class of members',
    'a data key',
    'the key it is made of is gone',
  ],
  [
    'libs/kernel/commands/snapshots.ts',
    "hmacOf(key.secret, 'snapshot', stream, mix",
    'name of a stream, and what other data keys have given',
    'a data key',
    'the key it is made of is gone',
  ],
  [
    'libs/kernel/keys/masters.ts',
    "hmacOf(master, 'wrap')",
    'the word',
    'a master key',
    'the key it is made of is gone',
  ],
  [
    'libs/kernel/keys/sealed-outside.ts',
    'hmacOf(key.secret, purpose)',
    'the word',
    'a data key',
    'the key it is made of is gone',
  ],
  ['libs/kernel/keys/hmac.ts', "hash('sha256', key", 'see who calls it', 'see who calls it', 'at once'],
  ['libs/kernel/keys/hmac.ts', "hash('sha256', inner", 'see who calls it', 'see who calls it', 'at once'],
  ['libs/kernel/keys/hmac.ts', "hash('sha256', outer", 'see who calls it', 'see who calls it', 'at once'],
  [
    'libs/kernel/log/ids.ts',
    "hmacSha256(key, parts.join('\\u0000'), 'binary')",
    'see who calls it',
    'see who calls it',
    'at once',
  ],
  [
    'libs/kernel/log/ids.ts',
    "hmacSha256(key, parts.join('\\u0000'), 'base64url')",
    'see who calls it',
    'see who calls it',
    'at once',
  ],
  [
    'apps/gateway/identity/accounts/passwords.ts',
    "hash('nobody has this password'",
    'see who calls it',
    'see who calls it',
    'at once',
  ],
  [
    'apps/gateway/identity/accounts/passwords.ts',
    'hash(password: string, party: string)',
    'see who calls it',
    'see who calls it',
    'at once',
  ],
]);
