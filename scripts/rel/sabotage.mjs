// Mistakes that would cost somebody their papers, made on purpose: each must make a test fail.
//   node scripts/rel/sabotage.mjs [name …]
//   node scripts/rel/sabotage.mjs --places   looks only whether each still finds what it changes
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../ensure.mjs';
import { copyOfSources } from './copy-of-sources.mjs';
import { isInBundle, mutant } from './mutant-bundle.mjs';
import { remove, ROOT } from './server.mjs';

/** A copy of the sources with a mistake in it. */
const mistaken = (file, find, replace) => {
  const copy = copyOfSources(['apps/gateway', 'scripts/config']);
  const text = readFileSync(join(copy, file), 'utf8');
  if (!text.includes(find)) throw new Error(`${file} has nothing to change: ${find}`);
  writeFileSync(join(copy, file), text.replace(find, replace));
  return copy;
};
const isInSource = (file, find) => readFileSync(join(ROOT, file), 'utf8').includes(find);

const run = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });

/** A mistake in the source that these specs must notice. */
const inSource = (file, find, replace, project, specs) => ({
  hasPlace: () => isInSource(file, find),
  make() {
    const copy = mistaken(file, find, replace);
    const { status, stderr } = run(
      process.execPath,
      [join(ROOT, 'node_modules/jest/bin/jest.js'), ...specs],
      join(copy, project),
    );
    remove(copy);
    const failed = [...stderr.matchAll(/^\s+● (.+)$/gm)].map(([, name]) => name);
    return { noticed: status !== 0 && failed.length > 0, by: failed[0] ?? stderr.slice(-300) };
  },
});

/** A mistake in the bundle that a reliability run must notice. */
const inBundle = (name, changes, script, args, sign) => ({
  hasPlace: () => changes.every(([find]) => isInBundle(find)),
  make() {
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
  },
});

/** A run that says how many of its cases failed. */
const failed = (figures) => figures.failures > 0;

const POWER = ['--writes', '150', '--cuts', '120', '--torn', '1'];

const FUZZ = ['--requests', '900', '--seed', '11', '--largest', '0'];
/** A mistake that calls made up from the description must notice, and as what. */
const fuzzed = (name, find, replace, sort) =>
  inBundle(name, [[find, replace]], 'fuzz.mjs', FUZZ, ({ found }) => found?.[sort] > 0);

const MISTAKES = {
  'commits that are not on the disk (synchronous=NORMAL)': inBundle(
    'normal',
    [['openSqlite(file, { durability: "FULL" })', 'openSqlite(file, { durability: "NORMAL" })']],
    'power.mjs',
    POWER,
    (figures) => figures.states_that_lost_an_acknowledgement > 0,
  ),
  'documents whose names are not on the disk (no fsync of the folder)': inBundle(
    'folder',
    [['if (written.some((each) => !(each instanceof Error))) syncShelf(shelfOf(folder, shelf));', 'void syncShelf;']],
    'power.mjs',
    POWER,
    (figures) => figures.events_without_their_bytes > 0,
  ),
  'documents whose bytes are not on the disk (no fsync of the file)': inBundle(
    'file',
    [['await datasync(descriptor)', 'void 0']],
    'power.mjs',
    POWER,
    (figures) => figures.events_without_their_bytes > 0,
  ),
  'acknowledging before the commit': inBundle(
    'early',
    [
      [
        'return atomically(db, () => requests.map(append))',
        'return atomically(db, () => { const results = requests.map(append); globalThis.early(results, requests); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); return results; })',
      ],
      [
        'const results = reopened().appendAll(message.requests);',
        'let told = false; globalThis.early = (results, requests) => { told = requests.some((each) => JSON.stringify(each).includes("drive-")); if (told) tell({ group: message.group, results }); }; const results = reopened().appendAll(message.requests); if (told) return wakeUp.postMessage(null);',
      ],
    ],
    'power.mjs',
    POWER,
    (figures) => figures.states_that_lost_an_acknowledgement > 0,
  ),
  'keeping idempotency keys in memory, not in the record': inSource(
    'libs/kernel/commands/aggregate.ts',
    '  aggregate.commands.add(command,',
    '  void (() => 0)(command,',
    'libs/kernel',
    ['command-handler'],
  ),
  'writing a personal field in clear': inSource(
    'libs/kernel/log/record.ts',
    '    data: ordered(clear),',
    '    data: ordered(parts.data),',
    'libs/kernel',
    ['record'],
  ),
  'forgetting to mark a name as personal': inSource(
    'libs/domain/identity/user.events.ts',
    'ids, name, email: contact, phone: contact',
    'ids, name: z.string(), email: contact, phone: contact',
    'libs/domain',
    ['words'],
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
    'while (recent.next(AT_ONCE));',
    'void recent;',
    'libs/adapters',
    ['event-store/sqlite'],
  ),
  'a start that does not compare the log with what was known of it': inBundle(
    'head',
    [
      ['const difference = await differenceFrom(known, events, head) ?? (older', 'const difference = null ?? (older'],
      ['(isAhead ? `the log is older', '(false ? `the log is older'],
    ],
    'bad-input.mjs',
    ['the last 60 records deleted'],
    failed,
  ),
  'a start that does not compare the views with the log': inBundle(
    'views',
    [
      [
        'const standings = await standingsOf(events, states.map(placeIn));',
        'const standings = states.map(() => "same");',
      ],
    ],
    'bad-input.mjs',
    ['the last 60 records deleted'],
    failed,
  ),
  'what another log has computed is told by its position alone': inSource(
    'libs/kernel/log/place.ts',
    'placeOf(record).leaf === place.leaf',
    'true',
    'apps/gateway',
    ['platform/health/forks'],
  ),
  'log and vault that are copied at two moments': inSource(
    'libs/adapters/backup/cut.ts',
    'beginReading(vault);\n      beginReading(log);\n      copyAll(vault);\n      copyAll(log);',
    'beginReading(log);\n      copyAll(log);\n      beginReading(vault);\n      copyAll(vault);',
    'libs/adapters',
    ['backup/cut'],
  ),
  'a backup that is looked at without its bytes': inSource(
    'libs/adapters/backup/check.ts',
    'return found.bytes !== bytes || found.sha256 !== sha256;',
    'return found.bytes < 0;',
    'apps/gateway',
    ['operator/backup'],
  ),
  'keys that were destroyed come back with an older vault': inSource(
    'libs/kernel/log/open-log.ts',
    'await destroyAgain(vault, destroyedIn(',
    'await destroyAgain(vault, [], destroyedIn(',
    'libs/kernel',
    ['open-log'],
  ),
  'a new installation is founded beside documents': inSource(
    'libs/kernel/log/founding.ts',
    'if (!documents && !keys) return;',
    'return;',
    'libs/kernel',
    ['founding'],
  ),
  'documents that no event names go, whatever log they may be of': inSource(
    'apps/gateway/files/uploads/orphaned-bytes.job.ts',
    '(isKnown(each.writtenAt) ? known : unknown)',
    '(isKnown ? known : unknown)',
    'apps/gateway',
    ['files/uploads/leftovers'],
  ),
  'documents go that a view has lost, though the log names them': inSource(
    'apps/gateway/files/uploads/orphaned-bytes.job.ts',
    'await unnamedIn(ports.events, known)',
    'await Promise.resolve(known)',
    'apps/gateway',
    ['files/uploads/leftovers'],
  ),
  'rows of who may do what are believed without their sum': inSource(
    'libs/kernel/views/row-sum.ts',
    'state.sum === sum.at(place)',
    'true',
    'libs/kernel',
    ['row-sum'],
  ),
  'a head that was taken away is begun anew': inSource(
    'libs/kernel/log/open-log.ts',
    'if (known === null) return HEAD_LOST;',
    'if (known === null) return null;',
    'libs/kernel',
    ['open-log'],
  ),
  'a start that does not see that the vault is older than the log': inBundle(
    'vault',
    [['const older = await signOfOlderVault(ports, known, head);', 'const older = null;']],
    'bad-input.mjs',
    ['an older vault.db'],
    failed,
  ),
  'a finding that does not say what to do': inBundle(
    'remedy',
    [['vault: "restore the vault from its newest backup"', 'vault: "it is gone"']],
    'bad-input.mjs',
    ['marks', 'checkpoint'],
    failed,
  ),
  'a second key under the name of one that was lost': inBundle(
    'second',
    [
      [
        'Promise.all(unknown.map(load)).then(() => void 0)',
        'Promise.all(unknown.map(load)).then(() => Promise.all(unknown.filter((owner) => !known.has(owner)).map((owner) => this.begin(owner)))).then(() => void 0)',
      ],
    ],
    'bad-input.mjs',
    ['without one client’s key'],
    failed,
  ),
  'a view that passes over an event which it cannot digest': inBundle(
    'swallowed',
    [['stop = {\n\t\t\teventId: record.id', 'const nobody = {\n\t\t\teventId: record.id']],
    'bad-input.mjs',
    ['unknown type'],
    failed,
  ),
  'null where a key could not be had': inBundle(
    'null',
    [
      [
        'if (key === "missing") throw new Unreadable',
        'if (key === "missing") return null; if (key === 0) throw new Unreadable',
      ],
    ],
    'bad-input.mjs',
    ['and no views'],
    failed,
  ),
  'a reader of uploads that is a thread of the server': inBundle(
    'thread',
    [
      [
        'new ReaderProcess(spawnConfined(command(readerCommand(bundle, limits), beside(reserved, limits)), ENVIRONMENT), limits)',
        'new ReaderProcess(Object.assign(new (process.getBuiltinModule("node:worker_threads").Worker)(readerCommand(bundle, limits).find((word) => word.endsWith(".js")), { argv: [limits.preload], stdin: true, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: limits.heap } }), { kill() { void this.terminate(); } }), limits)',
      ],
    ],
    'killers.mjs',
    ['--short'],
    failed,
  ),
  'a stream that is not asked again': inSource(
    'apps/gateway/platform/connections/streamed-answers.ts',
    "for (const answer of this.underWay) if (!this.isAllowed(answer)) this.cut(answer, 'right');",
    '',
    'apps/gateway',
    ['streamed-answers'],
  ),
  'a try that is not noted': inBundle(
    'try',
    [
      [
        'return found === null ? vault.putIfAbsent(place, text) : vault.replaceIf(place, found, text);',
        'return Promise.resolve(found !== "" && vault !== null);',
      ],
    ],
    'tries.mjs',
    ['--short'],
    failed,
  ),
  'a document that is read without a try': inSource(
    'libs/search/read-texts.ts',
    'const tried = await tries.run(content.blobId, id, work);',
    'const tried: unknown = await work();',
    'apps/gateway',
    ['given-up'],
  ),
  'a chunk that may be the last one or not': inSource(
    'libs/kernel/keys/chunk-cipher.ts',
    'nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 5);',
    'nonce.writeUInt8(isLast ? 0 : 0, NONCE_BYTES - 5);',
    'libs/kernel',
    ['chunk-cipher'],
  ),
  'a document whose hash is not compared': inSource(
    'libs/kernel/keys/documents.ts',
    "if (hash.digest('hex') !== sha256)",
    "if (hash.digest('hex') === '')",
    'libs/kernel',
    ['documents'],
  ),
  'an archive that counts what it lists instead of what it makes': inSource(
    'apps/gateway/files/unzip/archive-plan.ts',
    'if (number >= FILE_LIMITS.entries)',
    'if (this.leftOut.length >= FILE_LIMITS.entries)',
    'apps/gateway',
    ['archive-plan'],
  ),
  'taking a field that is unknown': fuzzed(
    'unknown',
    'const { data, broken: found } = checked(schema, value);',
    'const known = (name) => !schema.shape || Object.hasOwn(schema.shape, name); const { data, broken: found } = checked(schema, value && typeof value === "object" ? Object.fromEntries(Object.entries(value).filter(([name]) => known(name))) : value);',
    'accepted',
  ),
  'a refusal that names all fields': inSource(
    'libs/contracts/rules.ts',
    '      if (broken.size === MOST_FAULTS) return broken;\n',
    '',
    'libs/contracts',
    ['contracts'],
  ),
  'a refusal as long as what is refused': inSource(
    'apps/gateway/platform/http/problem.filter.ts',
    '    if (named.length === MOST_FAULTS) break;\n',
    '',
    'apps/gateway',
    ['large-requests'],
  ),
  'a body that is parsed however many fields it has': inSource(
    'apps/gateway/platform/http/json-bounds.ts',
    'depth > MOST.depth || fields > MOST.fields || values > MOST.values',
    'depth > MOST.depth || values > MOST.values',
    'apps/gateway',
    ['large-requests'],
  ),
  'a body of any size for every call': inBundle(
    'largest',
    [
      ['route.bodyLimit = bodyLimitOf(spec);', 'route.bodyLimit = 2 ** 20;'],
      ['isBeyondBounds(body)', 'body.length < 0'],
    ],
    'fuzz.mjs',
    ['--requests', '0', '--seed', '11', '--largest', '400'],
    ({ found }) => found?.largest > 0,
  ),
  'a body that is read before it is known whose it is': inSource(
    'apps/gateway/platform/hosting/gateway.ts',
    '    guard.admit(call, spec).then(() => done(), done);',
    '    done();',
    'apps/gateway',
    ['large-requests'],
  ),
  'a queue first come first served': inSource(
    'libs/kernel/async/fair-queue.ts',
    'rests === found.rests ? served < found.served : found.rests',
    'false',
    'libs/kernel',
    ['fair-queue'],
  ),
  'a fault of ours in one call': fuzzed(
    'fault',
    'const pathTo = await pathsTo(rows, [id]);',
    'if (folder.parent_folder_id !== null) throw new Error("on purpose"); const pathTo = await pathsTo(rows, [id]);',
    'faults',
  ),
  'a status that is not described': fuzzed(
    'status',
    'reply.status(PROBLEMS[code])',
    'reply.status(code === "INVALID_FILE_TYPE" ? 406 : PROBLEMS[code])',
    'undescribed',
  ),
  'an answer that lets people wait': fuzzed(
    'slow',
    'const pathTo = await pathsTo(rows, [id]);',
    'await new Promise((go) => setTimeout(go, folder.name.length % 4 ? 0 : 5500)); const pathTo = await pathsTo(rows, [id]);',
    'slow',
  ),
  'an event of a call that is refused': fuzzed(
    'event',
    'if (fault) throw new Problem$1("INVALID_FILE_TYPE", /* @__PURE__ */ new Map([["name", fault]]));',
    'if (fault) { const write = await writes.begin(call, { fileId, name }); const data = { fileId, name: `${Date.now()} ${name.slice(0, 99)}` }; await write.handle(drive, file.client_id, { type: "RenameFile", data }); } if (fault) throw new Problem$1("INVALID_FILE_TYPE", /* @__PURE__ */ new Map([["name", fault]]));',
    'left_in_the_log',
  ),
};

const wanted = process.argv.slice(2);
await ensureBuilt();
if (wanted[0] === '--places') {
  const lost = Object.entries(MISTAKES).filter(([, { hasPlace }]) => !hasPlace());
  for (const [name] of lost) console.log(`NO PLACE  ${name}`);
  console.log(`${Object.keys(MISTAKES).length} mistakes, ${lost.length} have no place any more`);
  process.exit(lost.length > 0 ? 1 : 0);
}
let unnoticed = 0;
for (const [name, { make }] of Object.entries(MISTAKES)) {
  if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
  const { noticed, by } = make();
  if (!noticed) unnoticed += 1;
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${name}\n             ${by}`);
}
console.log(`${unnoticed} mistakes unnoticed`);
process.exit(unnoticed > 0 ? 1 : 0);
