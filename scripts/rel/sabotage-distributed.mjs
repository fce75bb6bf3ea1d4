// Mistakes in the adapters of the distributed profile, made on purpose in a copy: each must make its suite fail, and the
// copy without a mistake must pass it.
//   node scripts/rel/sabotage-distributed.mjs [word …]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServices } from '../services.mjs';
import { aFolder, remove, ROOT } from './server.mjs';

const LOG = { service: 'eventstore', specs: 'event-store/.*int' };
const VIEWS = { service: 'mongodb', specs: 'read-store/.*int' };

const MISTAKES = {
  'no mistake in the log': { ...LOG, expected: 'pass' },
  'a repeated append is acknowledged without comparing': {
    ...LOG,
    file: 'event-store/eventstoredb.ts',
    find: 'const same = found.length === records.length && found.every(({ event }, at) => event!.id === records[at]!.id);',
    replace: 'const same = found.length === records.length;',
  },
  'a follow skips one event at a reconnect': {
    ...LOG,
    file: 'event-store/eventstoredb-follow.ts',
    find: 'const records = batch.map(stored).filter(',
    replace: 'const records = (lostSince === null ? batch : batch.slice(1)).map(stored).filter(',
    also: ["subscription.once('confirmation', () => (lostSince = null));", ''],
  },
  'a follow repeats its last event at a reconnect': {
    ...LOG,
    file: 'event-store/eventstoredb-follow.ts',
    find: '{ commit: at, prepare: at }',
    replace: '{ commit: at - 1n, prepare: at - 1n }',
    also: ['seen === null || position > seen', 'seen === null || position >= seen'],
  },
  'appends to one stream do not wait for each other': {
    ...LOG,
    file: 'event-store/one-at-a-time.ts',
    find: 'const mine = (tails.get(name) ?? Promise.resolve()).then(work);',
    replace: 'const mine = new Promise((go) => setTimeout(go, Math.random() * 20)).then(work);',
  },
  'the head may be an event of the server': {
    ...LOG,
    file: 'event-store/eventstoredb.ts',
    find: "event && !event.type.startsWith('$')",
    replace: 'event',
  },
  'a dead server is a conflict': {
    ...LOG,
    file: 'event-store/eventstoredb.ts',
    find: 'if (error instanceof WrongExpectedVersionError) return false;',
    replace: 'return false;',
  },
  'no mistake in the views': { ...VIEWS, expected: 'pass' },
  'an older write replaces a newer row': {
    ...VIEWS,
    file: 'read-store/mongodb-apply.ts',
    find: 'if ((positions.get(write.id) ?? -1n) >= write.position) continue;',
    replace: '',
  },
  'the checkpoint moves although another has moved it': {
    ...VIEWS,
    file: 'read-store/mongodb-apply.ts',
    find: 'if (left.has(name) && left.get(name) !== positions.get(name)) throw overtaken(name);',
    replace: '',
  },
  'a value is taken for an operator': {
    ...VIEWS,
    file: 'read-store/mongodb-query.ts',
    find: "if (value !== null && typeof value === 'object')",
    replace: 'if (false as boolean)',
  },
};

/** A copy of the adapters with a mistake in it; everything else of the project is where it was. */
const copyWith = ({ file, find, replace, also }) => {
  const copy = aFolder('dosar-sabotage-');
  mkdirSync(join(copy, 'libs'));
  for (const shared of ['node_modules', 'scripts', 'package.json']) symlinkSync(join(ROOT, shared), join(copy, shared));
  symlinkSync(join(ROOT, 'libs/kernel'), join(copy, 'libs/kernel'));
  cpSync(join(ROOT, 'libs/adapters'), join(copy, 'libs/adapters'), { recursive: true });
  for (const [from, to] of file ? [[find, replace], ...(also ? [also] : [])] : []) {
    const place = join(copy, 'libs/adapters', file);
    const text = readFileSync(place, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has nothing to change: ${from}`);
    writeFileSync(place, text.replace(from, to));
  }
  return copy;
};

const suite = async (copy, specs, environment) => {
  const args = ['node_modules/jest/bin/jest.js', '-c', 'scripts/config/jest.int.cjs', '--runInBand'];
  const options = ['--rootDir', join(copy, 'libs/adapters'), '--testTimeout', '20000', specs];
  // the runs of many seeded operations add nothing to what the suites show
  const child = spawn(process.execPath, [...args, ...options, '-t', '^(?!.*seeded operations)'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit');
  const failed = [...said.matchAll(/^\s+● (.+)$/gm)].map(([, name]) => name);
  return { passed: code === 0, failed: [...new Set(failed)], said };
};

process.chdir(ROOT);
const words = process.argv.slice(2);
let [counted, unnoticed] = [0, 0];
for (const [name, mistake] of Object.entries(MISTAKES)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const { environment, end } = await startServices([mistake.service]);
  const copy = copyWith(mistake);
  const { passed, failed, said } = await suite(copy, mistake.specs, environment);
  remove(copy);
  await end();
  const asExpected = mistake.expected === 'pass' ? passed : !passed && failed.length > 0;
  if (mistake.file) counted += 1;
  if (!asExpected) unnoticed += 1;
  console.log(
    `${asExpected ? 'ok    ' : 'FAILED'} ${name}: ${passed ? 'the suite passes' : (failed[0] ?? said.slice(-500))}`,
  );
}
console.log(JSON.stringify({ mistakes: counted, unnoticed }));
process.exit(unnoticed > 0 ? 1 : 0);
