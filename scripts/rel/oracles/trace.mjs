// Writes down each hash and HMAC that a server under test makes: over what, and what comes out. --import this file with
// `?folder`: each thread has a file there.
import crypto from 'node:crypto';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const file = openSync(join(new URL(import.meta.url).search.slice(1), `${process.pid}.${threadId}`), 'a');
process.on('exit', () => closeSync(file));

const bytesOf = (data, encoding) =>
  typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
const calledAt = () => /dist\/[^)]*/.exec(new Error().stack.split('\n').slice(3).join('\n'))?.[0] ?? '';
const note = (given, digest) =>
  appendFileSync(file, `${JSON.stringify([given.toString('hex'), digest.toString('hex'), calledAt()])}\n`);

const { hash, createHash, createHmac } = crypto;

crypto.hash = (algorithm, data, encoding = 'hex') => {
  const digest = hash(algorithm, data, 'buffer');
  note(bytesOf(data), digest);
  return encoding === 'buffer' ? digest : digest.toString(encoding === 'binary' ? 'latin1' : encoding);
};

/** One that is given its bytes in parts: what it was given is known once it ends. */
const noting = (made) => {
  const parts = [];
  const { update, digest } = made;
  made.update = function (data, encoding) {
    parts.push(bytesOf(data, encoding));
    return update.call(this, data, encoding);
  };
  made.digest = function (encoding) {
    const found = digest.call(this);
    note(Buffer.concat(parts), found);
    return encoding ? found.toString(encoding) : found;
  };
  return made;
};
crypto.createHash = (...args) => noting(createHash(...args));
crypto.createHmac = (...args) => noting(createHmac(...args));
syncBuiltinESMExports();
