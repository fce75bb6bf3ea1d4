// Archives, hostile and not: each has its verdict, nothing of a refused one stays, the server answers others meanwhile, and
// one that a kill interrupts comes out whole or not at all.
//   npm run rel:archives
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exit } from '../ending.mjs';
import { aFirm, client, must, untilReady, upload } from './client.mjs';
import { corpus } from './corpus.mjs';
import { readAll } from './hostile-readers.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? 0;
const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

/** Sends requests until it is stopped, and measures the answers. */
const pulse = (url) => {
  const waits = [];
  let isOn = true;
  const over = (async () => {
    while (isOn) {
      const asked = performance.now();
      await fetch(`${url}/api/health/live`).then((answer) => answer.text());
      waits.push(performance.now() - asked);
      await pause(5);
    }
  })();
  return async () => {
    isOn = false;
    await over;
    return waits;
  };
};

const { hostile, legal, many, hostileInsides, hostileAnswers } = await corpus(
  'archives',
  'hostile-insides',
  'invoices/hostile-answers',
);
/** Archives that break whoever looks into them for files and invoices, as SPV hands them out. */
const looked = [
  ...hostileInsides.flatMap(([what, ending, bytes]) => (ending === 'zip' ? [[what, bytes]] : [])),
  ...hostileAnswers.flatMap(([what, bytes, format]) => (format === 'zip' ? [[what, bytes]] : [])),
];
const FAIR = new Set([200, 201, 202, 409, 413, 415, 422, 429]);
const dataDir = aFolder();
const port = await freePort();
let server = await startServer({ dataDir, port });
const failures = [];
const wrong = (what) => {
  failures.push(what);
  console.log(`WRONG ${what}`);
};
const ended = async (user, begun) => {
  let last = begun;
  while (last.status === 'in_progress') {
    await pause(50);
    last = must(await user('GET', `/bulk/operations/${begun.id}`), 200, 'operation');
  }
  return last;
};
try {
  const { people } = await aFirm(server.url, 1);
  const [{ email }] = people;
  let user = await client(server.url).signIn(email);
  const stop = pulse(server.url);
  await pause(1_500);
  const idle = await stop();

  const before = memoryOf(server.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(server.pid))), 20);
  const stopBusy = pulse(server.url);
  const blobs = join(dataDir, 'blobs');
  let refused = 0;
  let taken = 0;
  let slowest = 0;
  for (const [what, archive, verdict] of [...hostile, ...legal]) {
    const sent = await user('POST', '/files/upload', { form: upload(archive(), `${refused + taken}.zip`) });
    if (sent.status !== 201) {
      // a file that is no archive is refused at its upload
      if (typeof verdict === 'string') refused += 1;
      else wrong(`${what}: ${sent.status}`);
      continue;
    }
    const kept = filesBelow(blobs).length;
    const asked = performance.now();
    const path = `/files/${sent.body.file.id}/extract-zip`;
    // the deepest archive leaves no room for another folder
    const body = what.includes('32 levels') ? {} : { folder_name: `a ${refused + taken}` };
    const answer = await user('POST', path, { body });
    const operation = answer.status === 202 ? await ended(user, answer.body.operation) : null;
    slowest = Math.max(slowest, performance.now() - asked);
    const code = answer.body.code ?? operation.failed[0]?.code ?? operation.status;
    if (code !== (typeof verdict === 'string' ? verdict : 'completed')) wrong(`${what}: ${code}`);
    if (typeof verdict === 'string') refused += 1;
    else taken += 1;
    if (typeof verdict === 'string' && filesBelow(blobs).length !== kept) wrong(`${what}: something was left`);
  }
  for (const [at, [what, bytes]] of looked.entries()) {
    const statuses = await readAll(user, `spv-${at}.zip`, Buffer.from(bytes()));
    if (statuses.some((status) => !FAIR.has(status))) wrong(`${what}: ${statuses.join()}`);
  }
  const big = must(await user('POST', '/files/upload', { form: upload(many(2_000), 'multe.zip') }), 201, 'file');
  const begun = performance.now();
  const path = `/files/${big.id}/extract-zip`;
  const whole = await ended(user, must(await user('POST', path, { body: { folder_name: 'Multe' } }), 202, 'operation'));
  const unpackedInMs = performance.now() - begun;
  if (whole.status !== 'completed' || whole.done !== 2_000) wrong(`2,000 files: ${JSON.stringify(whole)}`);
  const busy = await stopBusy();
  clearInterval(watch);

  // killed in the middle: after the next start all of it is there
  const cut = must(await user('POST', path, { body: { folder_name: 'Întrerupte' } }), 202, 'operation');
  await server.kill();
  server = await startServer({ dataDir, port });
  await untilReady(client(server.url).anonymous);
  user = await client(server.url).signIn(email);
  const resumed = await ended(user, must(await user('GET', `/bulk/operations/${cut.id}`), 200, 'operation'));
  const { files } = must(await user('GET', `/files?folderId=${resumed.made?.[0]?.id}`), 200);
  if (resumed.status !== 'completed' || files.length !== 2_000)
    wrong(`killed: ${resumed.status}, ${files.length} files`);
  const figures = {
    hostile: hostile.length,
    refused,
    looked_into: looked.length,
    legal: legal.length,
    taken,
    failures: failures.length,
    slowest_ms: Math.round(slowest),
    worker_mb: Math.round(most - before),
    of_2000_files_ms: Math.round(unpackedInMs),
    idle_p99_ms: Math.round(quantile(idle, 0.99)),
    busy_p50_ms: Math.round(quantile(busy, 0.5)),
    busy_p99_ms: Math.round(quantile(busy, 0.99)),
    killed_with: cut.status,
    after_kill: files.length,
  };
  console.log(JSON.stringify(figures));
} finally {
  await server.stop().catch(() => undefined);
  remove(dataDir);
}
await exit(failures.length > 0 ? 1 : 0);
