// Limits count what is made, not what is sent: archives whose paths imply folders, operations over folders with much in them,
// and reads that grow with a client. The loop is never kept from others for more than 50 ms meanwhile, with a heap of 1 GB.
//   npm run rel:effects
//   node scripts/rel/effects.mjs --short   with two archives of five, and without reads until one is refused
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { aFirm, must, untilReady, upload } from './client.mjs';
import { longestSliceIn, watched } from './loop-watch.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { zipOf } from './zip.mjs';

const { values: flags } = parseArgs({ options: { short: { type: 'boolean' }, main: { type: 'string' } } });
await ensureBuilt();

const isShort = flags.short === true;
const ENTRIES = 2_000;
const ARCHIVES = isShort ? 2 : 5;
const READERS = 40;
const LOOP_MS = 50;
/** Takes the best of several rounds, without garbage collections, background jobs and uncompiled code. */
const ROUNDS = 3;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const mustBe = (value, expected, what) => {
  if (value !== expected) throw new Error(`${what}: ${expected} was expected, ${value} came`);
};

const dataDir = aFolder();
const slices = join(dataDir, 'slices');
/** The longest slice of each work, in its best round. */
const longest = new Map();

/** Measures how long a work takes, and how long it blocks the event loop. */
const measured = async (what, work) => {
  const since = Date.now();
  const began = performance.now();
  const result = await work();
  await pause(50);
  const ms = longestSliceIn(slices, since);
  longest.set(what, Math.min(longest.get(what) ?? Infinity, ms));
  console.log(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s, longest slice ${ms.toFixed(1)} ms`);
  return result;
};

const ended = async (ask, { body }) => {
  for (let { operation } = body; ;) {
    if (!operation || operation.status !== 'in_progress') return operation ?? body;
    await pause(100);
    operation = must(await ask('GET', `/bulk/operations/${operation.id}`), 200, 'operation');
  }
};
const newFolder = async (ask, name) => must(await ask('POST', '/folders', { body: { name } }), 201, 'folder');
const unpack = async (ask, paths, folder) => {
  const archive = must(
    await ask('POST', '/files/upload', { form: upload(await zipOf(paths.map((path) => [path, null])), 'a.zip') }),
    201,
    'file',
  );
  return ask('POST', `/files/${archive.id}/extract-zip`, { body: { target_folder_id: folder.id } });
};
const treeOf = (folder, depth) => `/folders/tree?parent_folder_id=${folder.id}&depth=${depth}`;

const deep = times(30, (at) => `d${at}`).join('/');
/** Of one client. @returns what is in the folder with much in it */
const round = async (ask) => {
  const refused = await measured('an archive of 1,990 entries, 31 folders deep', async () =>
    unpack(
      ask,
      times(1_990, (at) => `${at}/${deep}`),
      await newFolder(ask, 'Adânc'),
    ),
  );
  mustBe(refused.body.code, 'ZIP_TOO_MANY', 'its answer');

  const much = await newFolder(ask, 'Mult');
  const fill = async (name, folders) => {
    const paths = times(folders, (at) => `${name}/${at}`);
    mustBe((await ended(ask, await unpack(ask, paths, much))).status, 'completed', 'an archive of 2,000 things');
  };
  // the folder itself counts as well, and 10,000 things are no more than an operation may have
  await measured('two archives of 2,000 folders', async () => {
    await fill('n0', ENTRIES - 2);
    await fill('n1', ENTRIES - 1);
  });
  await measured(`${READERS} reads of their tree at once`, async () => {
    const paths = times(READERS, (at) => treeOf(much, 2 + (at % 31)));
    for (const { status } of await Promise.all(paths.map((path) => ask('GET', path)))) mustBe(status, 200, 'a tree');
  });
  for (let at = 2; at < ARCHIVES; at += 1) await fill(`n${at}`, ENTRIES - 1);
  const { tree: branches } = must(await ask('GET', treeOf(much, 1)), 200);
  const bulk = (kind) => async () => {
    const answer = await ask('POST', `/bulk/files/${kind}`, { body: { folder_ids: [much.id] } });
    mustBe((await ended(ask, answer)).status, 'completed', kind);
  };
  await measured(`copy of ${ARCHIVES * ENTRIES} things`, bulk('copy'));
  await measured(`deletion of ${ARCHIVES * ENTRIES} things`, bulk('delete'));
  await measured(`restoration of ${ARCHIVES * ENTRIES} things`, bulk('restore'));
  if (isShort) return branches;
  await fill('unul', ENTRIES - 1);
  await measured('operations over 12,000 things', async () => {
    for (const kind of ['delete', 'copy', 'download']) {
      const { body } = await ask('POST', `/bulk/files/${kind}`, { body: { folder_ids: [much.id] } });
      mustBe(body.code, 'BULK_TOO_MANY', `${kind} of 12,000 things`);
    }
  });
  return branches;
};

/** Repeats reads of changed, uncached data until they are refused; another session can still read. */
const dearReads = async (ask, other, branches) => {
  const answers = new Map();
  const until = Date.now() + 60_000;
  const reader = async (who) => {
    for (let at = who; !answers.has(429) && Date.now() < until; at += 1) {
      if (at % 5 === 0) await ask('POST', '/folders', { body: { name: `f${Math.random()}` } });
      const { status } = await ask('GET', treeOf(branches[at % branches.length], 1 + (at % 32)));
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(times(8, reader));
  mustBe((await other('GET', '/folders')).status, 200, 'the reading of another');
  console.log(`  answered: ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  if (!answers.get(429)) throw new Error('no dear read was refused');
};

const port = await freePort();
const environment = watched(slices, { DOSAR_LIMITS: 'on', NODE_OPTIONS: '--max-old-space-size=1024' });
const server = await startServer({ dataDir, port, environment, main: flags.main });
const { people } = await aFirm(server.url, ROUNDS + 1);
const other = people.pop().ask;
await untilReady(other);

const isKept = () => [...longest.values()].some((ms) => ms > LOOP_MS);
for (const { ask } of people) {
  const branches = await round(ask);
  if (!isShort) await measured('dear reads until one is refused', () => dearReads(ask, other, branches));
  if (!isKept()) break;
}
mustBe(await server.stop(), 0, 'the end of the server');
remove(dataDir);
const slowest = Math.max(...longest.values()).toFixed(1);
const failures = [...longest].filter(([, ms]) => ms > LOOP_MS).map(([what]) => what);
for (const what of failures) console.error(`the loop was kept too long: ${what}`);
console.log(JSON.stringify({ works: longest.size, longest_slice_ms: Number(slowest), failures: failures.length }));
await exit(failures.length > 0 ? 1 : 0);
