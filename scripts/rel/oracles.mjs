// Whether anything that is stored confirms a guess: a server that writes down each hash and HMAC it makes does one of every
// call that writes, with a canary in everything that a caller chooses; then all that the calls were about is deleted, and the
// keys of their owners are destroyed. Of what was made over a canary, or over what was made over one, nothing may stand
// anywhere but with the caller's random key in it.
//   node scripts/rel/oracles.mjs [--keep folder]
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { exit } from '../ending.mjs';
import { client, must, untilReady } from './client.mjs';
import { canaries, work } from './oracles/work.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { records, secretsIn } from './stored.mjs';

const { values } = parseArgs({ options: { keep: { type: 'string' } } });
const failures = [];
const dataDir = aFolder('dosar-oracles-');
const traces = aFolder('dosar-hashes-');
const start = async (environment = {}) =>
  startServer({ dataDir, port: await freePort(), environment: { DOSAR_TRUSTED_PROXIES: '1', ...environment } });

/** Every hash that was made: over what, what came out, and where in the program. */
const hashes = () =>
  readdirSync(traces).flatMap((file) =>
    readFileSync(join(traces, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(([given, digest, at]) => ({ given: Buffer.from(given, 'hex'), digest, at })),
  );

/** As a digest may be written where it was made part of something else; short ones, since some are cut. */
const formsOf = (hex) => {
  const bytes = Buffer.from(hex, 'hex');
  return [
    hex.slice(0, 16),
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-`,
    ...['base64', 'base64url'].map((form) => bytes.toString(form).slice(0, 11)),
  ];
};

/** Words that nobody guesses, unless they stand somewhere. */
const WORD = /[\w-]{16,}/g;
/** Bytes, as far as they are text, and no padding of an HMAC's key (RFC 2104). */
const textOf = (bytes) => bytes.toString('latin1').replace(/6{32}/, ' ');

/**
 * Those that were made over a canary, straight or over what was made over one, and whose maker can do it again: with no
 * caller's random key in it, and no other word but what is stored or was itself made over a canary.
 */
const telling = (all, isStored) => {
  const isMade = new Set();
  const isOpen = ({ given }) =>
    [...(textOf(given).match(WORD) ?? [])].every(
      (word) => isMade.has(word) || isStored(word) || [...canaries.texts.keys()].some((text) => word.includes(text)),
    );
  let left = all.filter(({ given }) => ![...canaries.keys].some((key) => given.includes(key)));
  const about = new Map();
  let words = [...canaries.texts.keys()].map((text) => [Buffer.from(text), text]);
  const found = [];
  while (words.length > 0) {
    for (const each of left)
      if (!about.has(each)) {
        const of = words.find(([bytes]) => each.given.includes(bytes))?.[1];
        if (of !== undefined) about.set(each, of);
      }
    words = [];
    // one that waits for another may be made once that is
    left = left.filter((each) => {
      if (!about.has(each) || !isOpen(each)) return true;
      const bytes = Buffer.from(each.digest, 'hex');
      found.push({ ...each, of: about.get(each) });
      isMade.add(each.digest).add(bytes.toString('base64url'));
      for (const form of [bytes, ...formsOf(each.digest).map((text) => Buffer.from(text))])
        words.push([form, about.get(each)]);
      return false;
    });
  }
  return found;
};

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name));

/** Letters and documents are not the installation's to forget: they are looked into by nobody. */
const isComputed = (file) => /(views|search)\.db(-wal)?$/.test(file);
/** Everything that is stored, by where it stands. */
const stored = (said) => [
  ...records(dataDir).map(({ text, type }) => [`the record ${type}`, text]),
  ...[...secretsIn(dataDir)].map(([name, value]) => [`the vault's ${name}`, `${name} ${value}`]),
  ...filesIn(dataDir).map((file) => ['the name of a file', file]),
  ...filesIn(dataDir)
    .filter((file) => /\.db(-wal)?$/.test(file))
    .map((file) => [
      `${isComputed(file) ? 'what is computed, ' : ''}${file.slice(dataDir.length + 1)}`,
      readFileSync(file, 'latin1'),
    ]),
  ['what the server said', said],
];

/** As if each owner's each key had been destroyed, and all that is computed made anew. */
const eraseAll = async () => {
  const vault = new DatabaseSync(join(dataDir, 'vault.db'));
  vault.exec(`UPDATE secrets SET value = 'destroyed' WHERE key LIKE 'key/%'`);
  vault.close();
  for (const file of filesIn(dataDir).filter(isComputed)) rmSync(file);
  const server = await start();
  await untilReady(client(server.url).anonymous);
  await server.stop();
  return server.said() + server.complained();
};

/** Calls that no run of this makes, and why. */
const NOT_MADE = new Map([
  ['POST /auth/two-step/passkeys', 'there is no authenticator'],
  ['POST /auth/two-step/passkeys/{id}/remove', 'the same'],
  ['POST /auth/second-factor/passkey-options', 'the same'],
  ['POST /auth/second-factor/setup', 'as POST /auth/two-step/totp'],
  ['POST /auth/second-factor/confirm', 'as POST /auth/two-step/totp/confirm'],
  ['POST /auth/sign-in-link/use', 'as POST /auth/login'],
  ['POST /auth/refresh', 'writes no event'],
  ['POST /files/{id}/read-again', 'of what ended the server three times'],
  ['POST /bulk/operations/{id}/retry', 'as the operation before it'],
  ['POST /bulk/operations/{id}/cancel', 'of what is still going on'],
  ['POST /notifications/unsubscribe/{token}', 'as PATCH /notifications/preferences'],
]);

/** Every call that may write is made, or it is said why not. */
const coverage = async (url, done) => {
  const { paths } = must(await client(url).anonymous('GET', '/openapi.json'), 200);
  for (const [path, calls] of Object.entries(paths))
    for (const method of Object.keys(calls).map((name) => name.toUpperCase())) {
      const called = path.replace(/^\/api/, '');
      const pattern = new RegExp(`^${method} ${called.replace(/\{\w+\}/g, '[^/]+')}$`);
      const isDone = [...done].some(([call, status]) => pattern.test(call) && status < 400);
      if (/POST|PUT|PATCH|DELETE/.test(method) && !isDone && !NOT_MADE.has(`${method} ${called}`))
        failures.push(`${method} ${called} was not made: ${[...done].filter(([call]) => pattern.test(call))}`);
    }
};

/** What is stored, in clear or as a hash that can be made again. */
const look = (places, all) => {
  const isStored = (word) => places.some(([, text]) => text.includes(word));
  const found = telling(all, isStored);
  const faults = new Set();
  for (const [place, text] of places) {
    for (const [word, what] of canaries.texts)
      if (text.includes(word)) faults.add(`${what} stands in ${place}: ${word}`);
    for (const { digest, at, of } of found)
      if (formsOf(digest).some((form) => text.includes(form)))
        faults.add(`${canaries.texts.get(of)} is told by ${place}: what ${at} made of ${of}`);
  }
  failures.push(...faults);
  return found.length;
};

let server;
try {
  const NODE_OPTIONS = `--import ${new URL('./oracles/trace.mjs', import.meta.url)}?${traces}`;
  server = await start({ NODE_OPTIONS });
  const { done, end } = await work({ url: server.url, dataDir });
  await end();
  await coverage(server.url, done);
  await server.stop();
  const said = server.said() + server.complained();
  const all = hashes();
  const before = stored(said).filter(([place]) => !place.startsWith('what is computed'));
  const told = look(before, all);
  const after = await eraseAll();
  look(stored(said + after), all);
  if (values.keep) cpSync(dataDir, values.keep, { recursive: true });
  const log = records(dataDir);
  console.log(
    JSON.stringify({
      calls: done.size,
      records: log.length,
      types: new Set(log.map(({ type }) => type)).size,
      canaries: canaries.texts.size,
      hashes: all.length,
      told,
      failures: failures.length,
    }),
  );
} catch (error) {
  failures.push(`${error.stack}\n${server?.complained() ?? ''}`);
}
for (const failure of failures.slice(0, 20)) console.error(failure);
remove(dataDir);
remove(traces);
await exit(failures.length > 0 ? 1 : 0);
