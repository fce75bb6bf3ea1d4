// No content keeps the others waiting: hostile files are uploaded one after the other, each several times at once, while
// another thread asks without pause whether the server lives. Then those that were made to break the readers of sheets, of
// files inside, of pages and of invoices are uploaded and read in all ways.
//   npm run rel:hostile [-- --only readers]
import { readFileSync } from 'node:fs';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { get, Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { hostile } from './hostile-contents.mjs';

const MOST_MS = 100;
const AT_ONCE = 2;
/** Refusals, and too many at once, are answers. */
const FAIR = new Set([200, 201, 202, 409, 413, 415, 422, 429]);

/** How long a thread has waited for a processor, in milliseconds: what other programs of this machine took. */
const queued = (thread) => Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;

/**
 * Asks again and again; answers a message with the longest time that an answer took since the last message, less what the
 * server's thread and this one have waited for a processor meanwhile.
 */
const ask = () => {
  const { url, pid } = workerData;
  const now = () => performance.now() - queued(`${pid}/task/${pid}`) - queued('thread-self');
  const agent = new Agent({ keepAlive: true });
  let longest = 0;
  let asked = null;
  const again = () => {
    asked = now();
    const request = get(`${url}/api/health/live`, { agent, timeout: 30_000 }, (answer) => {
      answer.resume().on('end', () => {
        longest = Math.max(longest, now() - asked);
        setTimeout(again, 2);
      });
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => {
      longest = Infinity;
      setTimeout(again, 100);
    });
  };
  again();
  parentPort.on('message', () => {
    parentPort.postMessage(Math.max(longest, now() - asked));
    longest = 0;
  });
};

const run = async () => {
  const { values: flags } = parseArgs({ options: { only: { type: 'string' } } });
  const { hostileFiles, readAll } = await import('./hostile-readers.mjs');
  const { aFirm, upload, client } = await import('./client.mjs');
  const { aFolder, freePort, remove, startServer } = await import('./server.mjs');
  const dataDir = aFolder();
  const server = await startServer({ dataDir, port: await freePort() });
  const worker = new Worker(new URL(import.meta.url), { workerData: { url: server.url, pid: server.pid } });
  const longest = () =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage('');
    });
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  let failures = 0;
  let worst = 0;
  try {
    const { people } = await aFirm(server.url, 1);
    const [{ email }] = people;
    const user = await client(server.url).signIn(email);
    await pause(2_000);
    await longest();
    await pause(3_000);
    const idle = await longest();
    console.log(`with nothing to do: ${idle.toFixed(0)} ms`);
    for (const [what, name, bytes] of flags.only === 'readers' ? [] : hostile) {
      const waits = [];
      const statuses = [];
      // what comes once, such as a collection of garbage, is not the content's doing: it is tried again
      for (let tries = 0; tries < 3 && (tries === 0 || waits.at(-1) > MOST_MS); tries += 1) {
        await longest();
        const uploads = Array.from({ length: AT_ONCE }, () =>
          user('POST', '/files/upload', { form: upload(bytes, name) }).catch((error) => ({ status: error.message })),
        );
        for (const { status } of await Promise.all(uploads)) statuses.push(status);
        await pause(20);
        waits.push(await longest());
      }
      const wait = Math.min(...waits);
      worst = Math.max(worst, wait);
      const isWrong = wait > MOST_MS || statuses.some((status) => ![201, 413, 415, 422].includes(status));
      if (isWrong) failures += 1;
      const size = bytes.length >= 1024 * 1024 ? `${(bytes.length / 1024 / 1024).toFixed(1)} MB` : `${bytes.length} B`;
      console.log(
        `${isWrong ? 'WRONG ' : ''}${waits.map((each) => each.toFixed(0)).join(', ')} ms, ${[...new Set(statuses)].join()}: ${what} (${size})`,
      );
    }
    /** By the reader: how many, the longest answer of others meanwhile, the longest reading. */
    const kinds = new Map();
    for (const [kind, what, name, bytesOf] of await hostileFiles()) {
      const bytes = Buffer.from(bytesOf());
      const waits = [];
      let statuses = [];
      let took = 0;
      for (let tries = 0; tries < 3 && (tries === 0 || waits.at(-1) > MOST_MS); tries += 1) {
        await longest();
        const begun = performance.now();
        statuses = await readAll(user, name, bytes);
        took = Math.max(took, performance.now() - begun);
        waits.push(await longest());
      }
      const wait = Math.min(...waits);
      const isWrong = wait > MOST_MS || statuses.some((status) => !FAIR.has(status));
      if (isWrong) failures += 1;
      if (isWrong)
        console.log(`WRONG ${waits.map((each) => each.toFixed(0)).join()} ms, ${statuses.join()}: ${kind}: ${what}`);
      const before = kinds.get(kind) ?? { files: 0, worst_ms: 0, longest_reading_ms: 0 };
      kinds.set(kind, {
        files: before.files + 1,
        worst_ms: Math.max(before.worst_ms, Math.round(wait)),
        longest_reading_ms: Math.max(before.longest_reading_ms, Math.round(took)),
      });
    }
    for (const [kind, figures] of kinds) console.log(`${kind}: ${JSON.stringify(figures)}`);
    console.log(
      JSON.stringify({ contents: hostile.length, idle_ms: Math.round(idle), worst_ms: Math.round(worst), failures }),
    );
  } finally {
    await worker.terminate();
    await server.stop();
    remove(dataDir);
  }
  await exit(failures > 0 ? 1 : 0);
};

if (isMainThread) await run();
else ask();
