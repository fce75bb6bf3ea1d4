// Processor time of one operation, of two builds in turns: whether a change made it cheaper or dearer. Median of the runs.
//   node scripts/bench/compare.mjs --before path/to/main.js [--after path/to/main.js] [--runs 7]
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aFirm, client, must, upload } from '../rel/client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from '../rel/server.mjs';
import { inParallel, pinLoad, pinned } from './measure.mjs';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: join(ROOT, 'apps/gateway/dist/main.js') },
    runs: { type: 'string', default: '7' },
  },
});
const CLIENTS = 16;
const MEMORY = 'memory at its highest';
const TICK_MS = 10;

/** Of all its threads, in milliseconds. */
const processorOf = ({ pid }) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
};

const QUIET = { everyMs: 1_000, mostMs: 40, withinMs: 120_000 };

/** Until the server has done what follows an operation in its own time: that belongs to it, and not to the next. */
const untilQuiet = async (server) => {
  const end = Date.now() + QUIET.withinMs;
  for (let before = processorOf(server); ;) {
    await new Promise((go) => setTimeout(go, QUIET.everyMs));
    const now = processorOf(server);
    if (now - before <= QUIET.mostMs || Date.now() > end) return;
    before = now;
  }
};

const run = async (main) => {
  const dataDir = aFolder('dosar-compare-');
  const server = await startServer({ dataDir, main, port: await freePort(), before: pinned(0) });
  const { people } = await aFirm(server.url, CLIENTS);
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(50_000)]);
  const folder = must(await people[0].ask('POST', '/folders', { body: { name: 'Listă' } }), 201, 'folder');
  await inParallel(8, 100, (_, left) =>
    people[0].ask('POST', '/files/upload', {
      form: upload(`conținut ${left}`, `Bon ${left}.txt`, { folder_id: folder.id }),
    }),
  );
  const large = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000_000)]);
  const { id } = must(await people[0].ask('POST', '/files/upload', { form: upload(large, 'mare.pdf') }), 201, 'file');
  const { url } = must(await people[0].ask('GET', `/files/${id}/download`), 200);
  const admin = await client(server.url).admin();
  const folders = (lane) => people[lane % CLIENTS].ask('POST', '/folders', { body: { name: randomUUID() } });
  const operations = {
    'POST /folders': [16, 4_000, async (lane) => must(await folders(lane), 201)],
    'upload of 50 KB': [
      8,
      400,
      async (lane) =>
        must(await people[lane].ask('POST', '/files/upload', { form: upload(pdf, `mic ${randomUUID()}.pdf`) }), 201),
    ],
    'GET /files of a folder of 100': [
      8,
      4_000,
      async () => must(await people[0].ask('GET', `/files?folderId=${folder.id}`), 200),
    ],
    'download of 20 MB': [1, 40, async () => must(await people[0].ask('GET', url), 200)],
    'GET /audit/events': [4, 400, async () => must(await admin('GET', '/audit/events?limit=50'), 200)],
  };
  const figures = {};
  for (const [name, [lanes, count, work]] of Object.entries(operations)) {
    await inParallel(lanes, count / 4, work);
    await untilQuiet(server);
    const began = processorOf(server);
    await inParallel(lanes, count, work);
    await untilQuiet(server);
    figures[name] = (processorOf(server) - began) / count;
  }
  figures[MEMORY] = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
  await server.stop();
  remove(dataDir);
  return figures;
};

pinLoad();
const all = { before: [], after: [] };
for (let at = 0; at < Number(values.runs); at += 1)
  for (const which of ['before', 'after']) all[which].push(await run(values[which]));
const median = (which, name) =>
  all[which].map((figures) => figures[name]).sort((a, b) => a - b)[Math.floor(all[which].length / 2)];
for (const name of Object.keys(all.before[0])) {
  const before = median('before', name);
  const after = median('after', name);
  const unit = name === MEMORY ? 'MB' : 'ms';
  const change = ((after / before - 1) * 100).toFixed(0);
  console.log(`${name.padEnd(32)} before ${before.toFixed(2)} ${unit}  after ${after.toFixed(2)} ${unit}  ${change} %`);
}
await exit(0);
