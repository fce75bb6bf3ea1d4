// Mistakes that would cost somebody their papers, made on purpose: each must make a test fail.
//   node scripts/rel/sabotage.mjs [name …]
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mutant } from './mutants.mjs';
import { aFolder, remove, ROOT } from './server.mjs';

/** A copy of the sources with a mistake in it, whose packages are ours. */
const copyOfSources = (file, find, replace) => {
  const copy = aFolder('dosar-sabotage-');
  for (const each of execFileSync(
    'git',
    ['ls-files', '-zco', '--exclude-standard', 'libs', 'apps/gateway', 'scripts/config'],
    { cwd: ROOT },
  )
    .toString()
    .split('\0')
    .filter(Boolean)) {
    mkdirSync(dirname(join(copy, each)), { recursive: true });
    cpSync(join(ROOT, each), join(copy, each));
  }
  const packages = (from, to) => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (!name.startsWith('.') && name !== '@dosar') symlinkSync(join(from, name), join(to, name));
  };
  packages(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  packages(join(ROOT, 'apps/gateway/node_modules'), join(copy, 'apps/gateway/node_modules'));
  mkdirSync(join(copy, 'node_modules/@dosar'));
  for (const lib of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', lib), join(copy, 'node_modules/@dosar', lib));
  const text = readFileSync(join(copy, file), 'utf8');
  if (!text.includes(find)) throw new Error(`${file} has nothing to change: ${find}`);
  writeFileSync(join(copy, file), text.replace(find, replace));
  return copy;
};

const run = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });

/** A mistake in the source that these specs must notice. */
const inSource = (file, find, replace, project, specs) => () => {
  const copy = copyOfSources(file, find, replace);
  const { status, stderr } = run(
    process.execPath,
    [join(ROOT, 'node_modules/jest/bin/jest.js'), ...specs],
    join(copy, project),
  );
  remove(copy);
  const failed = [...stderr.matchAll(/^\s+● (.+)$/gm)].map(([, name]) => name);
  return { noticed: status !== 0 && failed.length > 0, by: failed[0] ?? stderr.slice(-300) };
};

/** A mistake in the bundle that a reliability run must notice. */
const inBundle = (name, changes, script, args, sign) => () => {
  const { main, remove: forget } = mutant(name, changes);
  const { status, stdout, stderr } = run(
    process.execPath,
    [join(ROOT, 'scripts/rel', script), ...args, '--main', main],
    ROOT,
  );
  forget();
  const line = stdout.trim().split('\n').at(-1) ?? '';
  let figures = {};
  try {
    figures = JSON.parse(line);
  } catch {
    // it did not even come to its end
  }
  return { noticed: status === 1 && sign(figures), by: `${script}: ${line || stderr.slice(-300)}` };
};

const POWER = ['--writes', '150', '--cuts', '120', '--torn', '1'];

const MISTAKES = {
  'commits that are not on the disk (synchronous=NORMAL)': inBundle(
    'normal',
    [['openSqlite(file, "FULL")', 'openSqlite(file, "NORMAL")']],
    'power.mjs',
    POWER,
    (figures) => figures.states_that_lost_an_acknowledgement > 0,
  ),
  'documents whose names are not on the disk (no fsync of the folder)': inBundle(
    'folder',
    [['await syncShelf(id.slice(0, 2))', 'void syncShelf']],
    'power.mjs',
    POWER,
    (figures) => figures.events_without_their_bytes > 0,
  ),
  'documents whose bytes are not on the disk (no fsync of the file)': inBundle(
    'file',
    [['await handle.datasync()', 'void 0']],
    'power.mjs',
    POWER,
    (figures) => figures.events_without_their_bytes > 0,
  ),
  'acknowledging before the commit': inBundle(
    'early',
    [
      [
        'return atomically(db, () => requests.map(append))',
        'return atomically(db, () => { const results = requests.map(append); globalThis.early(results); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); return results; })',
      ],
      [
        'const results = reopened().appendAll(message.requests);',
        'globalThis.early = (results) => tell({ group: message.group, results }); const results = reopened().appendAll(message.requests);',
      ],
    ],
    'power.mjs',
    POWER,
    (figures) => figures.states_that_lost_an_acknowledgement > 0,
  ),
  'keeping idempotency keys in memory, not in the record': inSource(
    'libs/kernel/aggregates.ts',
    '    remember(aggregate, record);',
    '    void remember;',
    'libs/adapters',
    ['kernel/command-handler'],
  ),
  'writing a personal field in clear': inSource(
    'libs/kernel/record.ts',
    'return key && encrypt(key, `${eventId}|${path}`, value);',
    'return path === "data.title" ? value : key && encrypt(key, `${eventId}|${path}`, value);',
    'libs/kernel',
    ['record'],
  ),
  'forgetting to mark a name as personal': inSource(
    'libs/domain/identity/user.events.ts',
    'name: text, email: text, phone: text',
    'name: text, email: z.string().nullable(), phone: text',
    'apps/gateway',
    ['identity/people'],
  ),
  'an adapter that answers a repeated append without comparing it': inSource(
    'libs/adapters/event-store/sqlite-log.ts',
    'every(({ text }, at) => idOf(text) === idOf(texts[at]!))',
    'every(() => true)',
    'libs/adapters',
    ['event-store/sqlite'],
  ),
  'a start that does not verify the log': inSource(
    'libs/adapters/event-store/sqlite-writer.worker.ts',
    'at = opened.verify(at, VERIFIED_AT_ONCE)',
    'at = null',
    'libs/adapters',
    ['event-store/sqlite'],
  ),
};

const wanted = process.argv.slice(2);
let unnoticed = 0;
for (const [name, make] of Object.entries(MISTAKES)) {
  if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
  const { noticed, by } = make();
  if (!noticed) unnoticed += 1;
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${name}\n             ${by}`);
}
console.log(`${unnoticed} mistakes unnoticed`);
process.exit(unnoticed > 0 ? 1 : 0);
