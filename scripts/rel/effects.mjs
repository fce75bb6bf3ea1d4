// Limits count what is made, not what is sent: archives whose paths imply folders, operations over folders with much in them,
// and reads that grow with a client. Others are answered meanwhile, with a heap of 1 GB.
//   npm run rel:effects
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { exit } from '../ending.mjs';
import { aFirm, must, untilReady, upload } from './client.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const ENTRIES = 2_000;
const READERS = 40;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? 0;

const zipOf = async (paths) => {
  const zip = new ZipFile();
  for (const path of paths) zip.addEmptyDirectory(path);
  zip.end();
  const pieces = [];
  for await (const piece of zip.outputStream) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** What it does, how long that takes, what the log grows by, and how long others wait for an answer meanwhile. */
const measured = async (what, url, dataDir, work) => {
  const logBytes = () =>
    ['log.db', 'log.db-wal']
      .map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((a, b) => a + b, 0);
  const [before, began] = [logBytes(), performance.now()];
  const waits = [];
  let isOver = false;
  const pulse = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await fetch(`${url}/api/health/live`).then((answer) => answer.text());
      waits.push(performance.now() - asked);
      await pause(5);
    }
  })();
  const result = await work();
  isOver = true;
  await pulse;
  const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(waits, q).toFixed(1));
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const grown = ((logBytes() - before) / 1e6).toFixed(1);
  console.log(`${what}: ${seconds} s, log +${grown} MB, others p50 ${p50} p99 ${p99} max ${max} ms`);
  return result;
};

const ended = async (ask, { body }) => {
  for (let { operation } = body; ;) {
    if (!operation || operation.status !== 'in_progress') return operation ?? body;
    await pause(100);
    operation = must(await ask('GET', `/bulk/operations/${operation.id}`), 200, 'operation');
  }
};
const mustBe = (value, expected, what) => {
  if (value !== expected) throw new Error(`${what}: ${expected} was expected, ${value} came`);
};

const dataDir = aFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = { DOSAR_LIMITS: 'on', NODE_OPTIONS: '--max-old-space-size=1024' };
const server = await startServer({ dataDir, port, environment });
const { people } = await aFirm(url, 2);
const [{ ask }, other] = people;
await untilReady(ask);

const unpack = async (paths, folder) => {
  const archive = must(await ask('POST', '/files/upload', { form: upload(await zipOf(paths), 'a.zip') }), 201, 'file');
  return ask('POST', `/files/${archive.id}/extract-zip`, { body: { target_folder_id: folder.id } });
};
const newFolder = async (name) => must(await ask('POST', '/folders', { body: { name } }), 201, 'folder');

const deep = Array.from({ length: 30 }, (_, at) => `d${at}`).join('/');
const refused = await measured('an archive of 1,990 entries, 31 folders deep', url, dataDir, async () =>
  unpack(
    Array.from({ length: 1_990 }, (_, at) => `${at}/${deep}`),
    await newFolder('Adânc'),
  ),
);
mustBe(refused.body.code, 'ZIP_UNSAFE', 'its answer');

const much = await newFolder('Mult');
const fill = async (name) => {
  const paths = Array.from({ length: ENTRIES - 1 }, (_, at) => `${name}/${at}`);
  mustBe((await ended(ask, await unpack(paths, much))).status, 'completed', 'an archive of 2,000 things');
};
await measured('five archives of 2,000 folders', url, dataDir, async () => {
  for (let at = 0; at < 4; at += 1) await fill(`n${at}`);
  const rest = Array.from({ length: ENTRIES - 2 }, (_, at) => `n4/${at}`);
  mustBe((await ended(ask, await unpack(rest, much))).status, 'completed', 'the last archive');
});
const bulk = (kind) => async () => {
  const answer = await ask('POST', `/bulk/files/${kind}`, { body: { folder_ids: [much.id] } });
  mustBe((await ended(ask, answer)).status, 'completed', kind);
};
await measured('deletion of 10,000 things', url, dataDir, bulk('delete'));
await measured('restoration of 10,000 things', url, dataDir, bulk('restore'));

const { tree: branches } = must(await ask('GET', `/folders/tree?parent_folder_id=${much.id}&depth=1`), 200);
await measured(`${READERS} reads of their tree at once`, url, dataDir, async () => {
  const all = await Promise.all(
    Array.from({ length: READERS }, (_, at) => {
      const folder = branches[at % branches.length].id;
      return ask('GET', `/folders/tree?parent_folder_id=${folder}&depth=${1 + (at % 32)}`);
    }),
  );
  const longest = Math.max(...all.map(({ body }) => JSON.stringify(body).length));
  console.log(`  the longest answer has ${(longest / 1e6).toFixed(1)} MB`);
});
await fill('unul');
for (const kind of ['delete', 'copy', 'download']) {
  const { body } = await ask('POST', `/bulk/files/${kind}`, { body: { folder_ids: [much.id] } });
  mustBe(body.code, 'BULK_TOO_MANY', `${kind} of 12,000 things`);
}
const answers = new Map();
await measured('dear reads until one is refused', url, dataDir, async () => {
  const until = Date.now() + 60_000;
  const reader = async (who) => {
    for (let at = who; !answers.has(429) && Date.now() < until; at += 1) {
      // what has changed meanwhile is made anew
      if (at % 20 === 0) await ask('POST', '/folders', { body: { name: `f${Math.random()}` } });
      const folder = `parent_folder_id=${branches[at % branches.length].id}&depth=${1 + (at % 32)}`;
      const { status } = await ask('GET', `/folders/tree?${folder}`);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, who) => reader(who)));
  mustBe((await other.ask('GET', '/folders')).status, 200, 'the reading of another');
});
console.log(`  answered: ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
if (!answers.get(429)) throw new Error('no dear read was refused');

mustBe(await server.stop(), 0, 'the end of the server');
remove(dataDir);
await exit(0);
