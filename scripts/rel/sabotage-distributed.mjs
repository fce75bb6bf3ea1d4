// Mistakes in what the distributed profile is made of, on purpose in a copy: each must make its suite fail, and the copy
// without a mistake must pass it.
//   node scripts/rel/sabotage-distributed.mjs [word …]
//   node scripts/rel/sabotage-distributed.mjs --places   looks only whether each still finds what it changes
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atEnd, exit } from '../ending.mjs';
import { startServices } from '../services.mjs';
import { aFolder, remove, ROOT } from './server.mjs';

const LOG = { specs: 'event-store/eventstoredb/eventstoredb.int', only: '^(?!.*seeded operations)' };
const CLUSTER = { specs: 'event-store/eventstoredb/eventstoredb-cluster', only: '' };
const OTHERS = { specs: 'event-store/eventstoredb/eventstoredb-others', only: '^(?!.*foreign stream of)' };
const GONE = { specs: 'event-store/eventstoredb/eventstoredb-gone', only: 'that it shares with others' };
const VIEWS = { specs: 'read-store/mongodb.int', only: '^(?!.*(seeded operations|again and again))' };
const MEMBERS = { specs: 'read-store/mongodb-members', only: '' };
const VAULT = { specs: 'vault/mongodb-members', only: '' };
const GATEWAYS = { project: 'apps/gateway', specs: 'platform/hosting/several-gateways', only: '' };
const DEMO = { project: 'apps/gateway', specs: 'demo/seed-demo', only: '' };
const COPIES = { project: 'apps/gateway', specs: 'files/uploads/duplicates', only: '' };
const only = (suite, words) => ({ ...suite, only: words });
const E1 = only(CLUSTER, 'unavailable while nobody leads');
const E2 = only(OTHERS, 'passes over what is not ours');
const E3 = only(CLUSTER, 'asks for nothing more');
const E4 = only(MEMBERS, 'cost few calls');
const M2 = only(MEMBERS, 'killed at work');
const M3 = only(VAULT, 'never says that there is nothing');

/** Of a suite alone: it must pass. */
const right = (suite) => ({ ...suite, expected: 'pass' });
const inAdapters = (suite, file, find, replace, ...also) => ({
  ...suite,
  file: `libs/adapters/${file}`,
  changes: [[find, replace], ...also],
});

const MISTAKES = {
  'no mistake in the log': right(LOG),
  'a repeated append is acknowledged without comparing': inAdapters(
    LOG,
    'event-store/eventstoredb/eventstoredb-keep.ts',
    'const same = found.length === wanted.length && found.every(({ event }, at) => event!.id === wanted[at]!.id);',
    'const same = found.length === wanted.length;',
  ),
  'a follow repeats its last event at a reconnect': inAdapters(
    LOG,
    'event-store/eventstoredb/eventstoredb-follow.ts',
    'seen === null || position > seen',
    'seen === null || position >= seen',
    [
      'fromPosition: looked ?? START',
      'fromPosition: looked ? { commit: looked.commit - 1n, prepare: looked.commit - 1n } : START',
    ],
  ),
  'appends to one stream do not wait for each other': inAdapters(
    LOG,
    'event-store/one-after-another.ts',
    'const mine = (tails.get(name) ?? Promise.resolve()).then(work);',
    'const mine = new Promise((go) => setTimeout(go, Math.random() * 20)).then(work);',
  ),
  'an append goes on though the one before it failed': inAdapters(
    LOG,
    'event-store/one-after-another.ts',
    '(tails.get(name) ?? Promise.resolve()).then(work)',
    '(tails.get(name) ?? Promise.resolve()).then(work, work)',
  ),
  'E1: no mistake': right(E1),
  'E1: what the driver rejects ends the process': inAdapters(
    E1,
    'event-store/eventstoredb/eventstoredb-client.ts',
    'handleError(...of).catch(() => undefined)',
    'handleError(...of)',
  ),
  'E2: no mistake': right(OTHERS),
  'E2: what is foreign is taken for ours': inAdapters(
    E2,
    'event-store/eventstoredb/eventstoredb-records.ts',
    'if (isJson) return false;',
    'if (isJson || data) return true;',
  ),
  'E2: what is foreign is passed over in silence': inAdapters(
    E2,
    'event-store/eventstoredb/eventstoredb-records.ts',
    'else if (event.streamId.startsWith(prefix)) count(event);',
    '',
  ),
  'E2: a damaged record of ours is handed on': inAdapters(
    only(OTHERS, 'names a record of ours'),
    'event-store/eventstoredb/eventstoredb-records.ts',
    'return fault === null ? record :',
    'return fault !== undefined ? record :',
  ),
  'E2: the id of a record is not computed again': inAdapters(
    only(OTHERS, 'names a record of ours'),
    'event-store/eventstoredb/eventstoredb-records.ts',
    'return isItsId ? null :',
    'return isItsId || true ? null :',
  ),
  'E2: what is counted is not compared with what was known': inAdapters(
    only(OTHERS, 'is verified in the pauses'),
    'event-store/eventstoredb/eventstoredb-verify.ts',
    'known?.size !== size ||',
    'known?.size !== size || true ||',
  ),
  'E2: what stands there now is counted, not what was written': inAdapters(
    only(OTHERS, 'is verified in the pauses'),
    'event-store/eventstoredb/eventstoredb-records.ts',
    '...(leaf === null ? {} : { leaf })',
    '...(leaf !== null && {})',
  ),
  'E2: the head is that of another installation': inAdapters(
    only(OTHERS, 'keeps installations apart'),
    'event-store/eventstoredb/eventstoredb-read.ts',
    '.setPrefixList([prefix])',
    ".setPrefixList([''])",
  ),
  'E3: no mistake': right(E3),
  'E3: each append is read back': inAdapters(
    E3,
    'event-store/eventstoredb/eventstoredb-keep.ts',
    'if (isKept && answer.position !== null) {',
    'if (isKept && answer.position !== null && revision < 0) {',
  ),
  'E8: no mistake': right(GONE),
  'E8: the end is not compared with what was known': inAdapters(
    GONE,
    'event-store/eventstoredb/eventstoredb-verify.ts',
    'if (known && range.size < known.size)',
    'if (known && range.size < 0)',
  ),
  'E8: a gap in a stream is not looked for': inAdapters(
    GONE,
    'event-store/eventstoredb/eventstoredb-gaps.ts',
    'if (before !== undefined) return revision === before + 1;',
    'if (before !== undefined || revision > 0) return true;',
  ),
  'E9: the newest event under the prefix is taken for ours': inAdapters(
    GONE,
    'event-store/eventstoredb/eventstoredb-read.ts',
    "if (event && !event.event!.type.startsWith('$') && records.recordOf(event.event!)) return remember(position);",
    'if (event) return remember(position);',
  ),
  'E10: an empty answer is taken for a stream that nobody wrote': inAdapters(
    GONE,
    'event-store/eventstoredb/eventstoredb-read.ts',
    'if (next === from && limit > 0) await mustNotBeHidden(stream);',
    '',
  ),
  'E10: what is hidden keeps nobody from writing': inAdapters(
    GONE,
    'event-store/eventstoredb/eventstoredb.ts',
    'const why = hidden.first() ?? records.firstDamage();',
    'const why = records.firstDamage();',
  ),
  'E12: nothing is where something was seen': inAdapters(
    GONE,
    'event-store/eventstoredb/eventstoredb-read.ts',
    'position > seen.newest ||',
    'position > 0n ||',
  ),
  'E4: no mistake': right(E4),
  'E4: each view moves its checkpoint by itself': inAdapters(
    E4,
    'read-store/mongodb-apply.ts',
    'await complete(collections, await begin(batches, upTo));',
    'for (const one of batches) await complete(collections, await begin([one], upTo));',
  ),
  'E4: what comes while a batch is worked on is not gathered': inAdapters(
    only(LOG, 'hands on at once'),
    'event-store/eventstoredb/eventstoredb-stream.ts',
    'if (isGathered) await gathered(stream, performance.now() - began);',
    '',
  ),
  'E4: uploads that ask together for copies are told of each other’s': {
    ...only(COPIES, 'however many come at once'),
    file: 'apps/gateway/files/uploads/uploads.ts',
    changes: [['live.get(`${client_id} ${sha256}`)?.push(row)', 'for (const each of live.values()) each.push(row)']],
  },
  'E5: no mistake': right(DEMO),
  'E5: the demo begins again from its start': {
    ...DEMO,
    file: 'apps/gateway/demo/steps.ts',
    changes: [['`demo ${key}`', '`demo ${key}${Math.random()}`']],
  },
  'E6: no mistake': right(GATEWAYS),
  'E6: each gateway counts by itself': {
    ...GATEWAYS,
    file: 'apps/gateway/identity/sign-in/attempts.ts',
    changes: [
      ['return `limit/${limit}/', 'return `limit/${limit}/${this.mine}'],
      ['  constructor(', '  private readonly mine = String(Math.random());\n  constructor('],
    ],
  },
  'E6: a gateway does not hear of uploads elsewhere': {
    ...GATEWAYS,
    file: 'apps/gateway/files/uploads/uploads-under-way.ts',
    changes: [["signal.kind !== 'uploading' || signal.gateway === this.me", "signal.kind !== 'uploading' || this.me"]],
  },
  'no mistake in the views': right(VIEWS),
  'M2: no mistake': right(M2),
  'M2: an older write replaces a newer row': inAdapters(
    VIEWS,
    'read-store/mongodb-apply.ts',
    '_id: { $eq: id }, position: { $lt: position }',
    '_id: { $eq: id }',
  ),
  'M2: a row that is taken out leaves nothing behind': inAdapters(
    VIEWS,
    'read-store/mongodb-apply.ts',
    'return replacing({ position, removedAt: new Date() });',
    'return { deleteOne: { filter } };',
  ),
  'M2: the checkpoint moves although another has moved it': inAdapters(
    VIEWS,
    'read-store/mongodb-apply.ts',
    'position: { $eq: left.get(name)! }, pending',
    'pending',
  ),
  'M2: what a killed projector left half done is taken as done': inAdapters(
    M2,
    'read-store/mongodb-versions.ts',
    'if (pending) await complete(collections, [pending], 0);',
    'if (pending) await answered(views.updateOne({ _id: view._id }, { $set: { position: pending.upTo, pending: null } }));',
  ),
  'M3: no mistake': right(M3),
  'M3: nothing is believed at once': inAdapters(M3, 'vault/mongodb.ts', '?? (await certainly(key))', ''),
  'M4: an index waits for all members': inAdapters(
    only(MEMBERS, 'although a member is down'),
    'read-store/mongodb-versions.ts',
    "createIndexes(indexes, { commitQuorum: 'majority' })",
    'createIndexes(indexes)',
  ),
  'M5: an index may take no longer than a call': inAdapters(
    only(MEMBERS, 'wait for an index'),
    'mongodb.ts',
    '{ socketTimeoutMS: 0, maxPoolSize: 1 }',
    '{ maxPoolSize: 1 }',
  ),
  'M6: the address may weaken what is promised': inAdapters(
    only(VIEWS, 'say in a sentence'),
    'mongodb.ts',
    '  mustNotWeaken(url, variable);\n',
    '',
    ['const mustNotWeaken', 'export const mustNotWeaken'],
  ),
  'a value is taken for an operator': inAdapters(
    VIEWS,
    'read-store/mongodb-query.ts',
    "if (value !== null && typeof value === 'object')",
    'if (false as boolean)',
  ),
};

/** A copy of the sources with a mistake in it, whose packages are ours. */
const copyWith = ({ file, changes = [] }) => {
  const copy = aFolder('dosar-sabotage-');
  const wanted = ['libs', 'apps/gateway', 'scripts/config', 'scripts/services', 'package.json'];
  for (const each of execFileSync('git', ['ls-files', '-zco', '--exclude-standard', ...wanted], { cwd: ROOT })
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, each)), { recursive: true });
    cpSync(join(ROOT, each), join(copy, each));
  }
  linkPackages('node_modules', copy);
  for (const inner of ['apps/gateway', 'libs/adapters'])
    if (existsSync(join(ROOT, inner, 'node_modules'))) linkPackages(`${inner}/node_modules`, copy);
  mkdirSync(join(copy, 'node_modules/@dosar'), { recursive: true });
  for (const lib of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', lib), join(copy, 'node_modules/@dosar', lib));
  for (const [from, to] of changes) {
    const place = join(copy, file);
    const text = readFileSync(place, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has nothing to change: ${from}`);
    writeFileSync(place, text.replace(from, to));
  }
  return copy;
};

const linkPackages = (folder, copy) => {
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(ROOT, folder)))
    if (!name.startsWith('.') && name !== '@dosar') symlinkSync(join(ROOT, folder, name), join(copy, folder, name));
};

/** A suite that does not end is one that fails. */
const SUITE_MS = 400_000;

const suite = async (copy, { project, specs, only: words }, environment) => {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const config = project ? [] : ['-c', join(copy, 'scripts/config/jest.int.cjs'), '--testTimeout', '60000'];
  const child = spawn(process.execPath, [jest, ...config, '--runInBand', '--forceExit', specs, '-t', words], {
    cwd: join(copy, project ?? ''),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const over = atEnd(() => child.kill('SIGKILL'));
  const late = setTimeout(() => child.kill('SIGKILL'), SUITE_MS);
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit');
  clearTimeout(late);
  over();
  const failed = [...said.matchAll(/^\s+● (.+)$/gm)].map(([, name]) => name);
  const ran = /Tests:.* [1-9]\d* (passed|failed)/.test(said);
  return { passed: code === 0 && ran, failed: [...new Set(failed)], said };
};

process.chdir(ROOT);
const words = process.argv.slice(2);
if (words[0] === '--places') {
  const hasPlace = ({ file, changes = [] }) => changes.every(([from]) => readFileSync(file, 'utf8').includes(from));
  const lost = Object.entries(MISTAKES).filter(([, mistake]) => !hasPlace(mistake));
  for (const [name] of lost) console.log(`NO PLACE  ${name}`);
  console.log(`${Object.keys(MISTAKES).length} suites, ${lost.length} have no place any more`);
  process.exit(lost.length > 0 ? 1 : 0);
}
let counted = 0;
let unnoticed = 0;
const { environment } = await startServices(['eventstore', 'mongodb']);
for (const [name, mistake] of Object.entries(MISTAKES)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const copy = copyWith(mistake);
  const over = atEnd(() => remove(copy));
  const { passed, failed, said } = await suite(copy, mistake, environment);
  remove(copy);
  over();
  const asExpected = mistake.expected === 'pass' ? passed : !passed && failed.length > 0;
  if (mistake.file) counted += 1;
  if (!asExpected) unnoticed += 1;
  console.log(
    `${asExpected ? 'ok    ' : 'FAILED'} ${name}: ${passed ? 'the suite passes' : (failed[0] ?? said.slice(-500))}`,
  );
}
console.log(JSON.stringify({ mistakes: counted, unnoticed }));
await exit(unnoticed > 0 ? 1 : 0);
