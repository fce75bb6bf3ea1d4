import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HASHES } from './hashes';

const ROOT = join(__dirname, '../../..');
const NAMES = [
  'hmac',
  'hmacOf',
  'hmacSha256',
  'derivedId',
  'eventIdOf',
  'signed',
  'idempotent',
  'hash',
  'createHash',
  'createHmac',
  'hkdf',
  'hkdfSync',
  'pbkdf2',
  'pbkdf2Sync',
  'scrypt',
  'scryptSync',
];
const CALL = new RegExp(`(?<![\\w.])(?:${NAMES.join('|')})\\(`, 'g');
/** Names that occur only as these functions; `hash` and `signed` are also ordinary names. */
const OWN = NAMES.filter((name) => name !== 'hash' && name !== 'signed').join('|');
/** Ways to make hashes under another name, or by another library. */
const OTHERWISE = [
  /\bwebcrypto\b|\bcrypto\.(?!getRandomValues|randomUUID)\w+|\.subtle\b|getBuiltinModule/,
  /(?:import\(|require\()\s*['"`](?:node:)?crypto/,
  /import\s+(?:\*\s+as\s+)?\w+(?:\s*,[^;]*)?\s+from\s+['"](?:node:)?crypto['"]/,
  /(?:from\s+|import\(|require\()['"](?:hash-wasm|@noble\/\w+|bcrypt\w*|xxhash\w*|murmurhash\w*|object-hash|uuid|crypto-js|blake\w*|md5|sha\.js)['"/]/,
  new RegExp(`\\b(?:${NAMES.join('|')})\\s+as\\s+\\w`),
  new RegExp(`[=?:(,]\\s*(?:\\w+\\.)*(?:${OWN})\\s*[;,)\\]]`),
  new RegExp(`\\.(?:${OWN})\\b`),
];
/** All imports from node:crypto that are allowed. */
const FROM_CRYPTO = new Set([
  'hash',
  'createHash',
  'createCipheriv',
  'createDecipheriv',
  'createPrivateKey',
  'createPublicKey',
  'KeyObject',
  'randomBytes',
  'randomFillSync',
  'randomInt',
  'randomUUID',
  'timingSafeEqual',
]);
/** Where else: heads of the log are signed with Ed25519, and the browser computes nodes of its tree. */
const ELSEWHERE = new Set([
  'libs/kernel/ledger/note.ts: sign',
  'libs/kernel/ledger/note.ts: verify',
  'apps/console/features/audit/seal/consistency.ts: crypto.subtle',
]);
const IS_TEST = /\.(?:spec|suite)\.tsx?$|\/testing[/.]|\/matrix\//;

const sources = ['apps/gateway', 'apps/projector', 'apps/console', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\/dist/.test(file) && !IS_TEST.test(file)),
);

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/**
 * The code without comments and quoted texts, except names of modules and the names in braces of imports and exports.
 */
const codeOf = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}/gm, (_, names: string) =>
      names.replace(/[\w\s]+,?/g, (name) => (/ as /.test(name) ? `;${name};` : '')),
    );

/** Each call with its arguments as written, without white space. */
const calls = sources
  .filter((file) => !/libs\/kernel\/keys\/hash(?:es.*)?\.ts$/.test(file))
  .flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(CALL)].map(({ index }) => ({
      file,
      text: text.slice(index, index + 200).replace(/\s+/g, ' '),
    }));
  });

describe('the list of hashes, HMACs and derived ids', () => {
  it('has every one that is made anywhere', () => {
    const isListed = (call: (typeof calls)[number]) =>
      HASHES.some((each) => each.file === call.file && call.text.startsWith(each.call));
    expect(calls.filter((call) => !isListed(call))).toEqual([]);
    expect(calls.length).toBeGreaterThan(50);
  });

  it('has each as often as it is made, and none that is not made any more', () => {
    const alike = (each: (typeof HASHES)[number]) => ({
      made: calls.filter((call) => each.file === call.file && call.text.startsWith(each.call)).length,
      listed: HASHES.filter(({ file, call }) => file === each.file && call === each.call).length,
    });
    const counted = HASHES.map((each) => ({ file: each.file, call: each.call, ...alike(each) }));
    expect(counted.filter(({ made, listed }) => made !== listed)).toEqual([]);
  });

  const imported = (text: string) =>
    [...text.matchAll(/import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+['"](?:node:)?crypto['"]/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.replace(/^\s*type\s/, '').trim()),
    );
  const ways = (text: string) => [
    ...OTHERWISE.flatMap((way) => way.exec(codeOf(text))?.[0] ?? []),
    ...imported(text).filter((name) => name !== '' && !FROM_CRYPTO.has(name)),
  ];

  it('is of all ways that there are to make one', () =>
    expect(
      sources
        .flatMap((file) => ways(textOf(file)).map((way) => `${file}: ${way}`))
        .filter((way) => !ELSEWHERE.has(way)),
    ).toEqual([]));

  it.each([
    "import { hash as digest } from 'node:crypto';",
    "import crypto from 'node:crypto';",
    "import * as crypto from 'crypto';",
    "const made = (await import('node:crypto')).hash('sha256', text);",
    "const made = require('node:crypto').createHash('md5');",
    "await crypto.subtle.digest('SHA-256', bytes);",
    "import { webcrypto } from 'node:crypto';",
    "import { sha256 } from 'hash-wasm';",
    "import { blake3 } from '@noble/hashes/blake3';",
    "import { createSign } from 'node:crypto';",
    'const digest = hmac;',
    "export { hmac as mark } from '../log/ids';",
    'texts.map(derivedId)',
    'kernel.derivedId(name)',
    "process.getBuiltinModule('crypto')",
  ])('and this would be one more: %s', (text) => expect(ways(text)).not.toEqual([]));

  it.each([
    "import { hmac, hmacOf } from '../log/ids';",
    "export { hmac } from '../log/ids';",
    '// a hash of all, by hmac; crypto.subtle',
  ])('and this would be none: %s', (text) => expect(ways(text)).toEqual([]));
});
