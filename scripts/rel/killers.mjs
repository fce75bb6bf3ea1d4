// Documents that were made to end their readers, uploaded to a server of its own: it lives, its memory stays small, each is
// said to be read, damaged or too large in the preview and in the search, and it starts again.
//   npm run rel:killers [-- --short]
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { aFirm, client, must, upload, untilReady, Unknown } from './client.mjs';
import { memoryOf } from './process.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const { values: flags } = parseArgs({
  options: { short: { type: 'boolean' }, main: { type: 'string' }, only: { type: 'string' } },
});
await ensureBuilt();

const MOST_MB = 600;
/** The newest is read first: the oldest waits until all others are read. */
const PATIENCE_MS = 900_000;
const AT_ONCE = 4;
const SESSION_MS = 300_000;
/** An upload that is not even taken for what it is called. */
const REFUSED = new Set([413, 415, 422]);
const ENDED = new Set(['none', 'read', 'scanned', 'damaged', 'too_large', 'encrypted', 'cut']);
/** How often others are asked without and with documents to read, and how long. */
const ROUNDS = 5;
const ROUND_MS = 8_000;
const MOST_RATIO = 1.5;

const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

/** The documents, as the tests make them. */
const killersOf = async () => {
  const file = join(ROOT, '.nx', `killers-${process.pid}.mjs`);
  const bundle = await rolldown({
    input: join(ROOT, 'apps/gateway/testing/killers.ts'),
    platform: 'node',
    external: (id) => !/^(\.|\/|@dosar\/)/.test(id),
    logLevel: 'silent',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  try {
    const { killers, fewKillers } = await import(file);
    const chosen = flags.short ? fewKillers : killers;
    return chosen.filter(([what]) => !flags.only || what.includes(flags.only));
  } finally {
    remove(file);
  }
};

/** A group of processes that may have 2 GB together; null where there can be none. */
const aGroup = () => {
  const version2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const folder = join('/sys/fs/cgroup', version2 ? '' : 'memory', `dosar-${process.pid}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, version2 ? 'memory.max' : 'memory.limit_in_bytes'), String(2 * 1024 ** 3));
    return { folder, before: ['/bin/sh', '-c', `echo $$ > ${folder}/cgroup.procs; exec "$@"`, 'sh'] };
  } catch {
    return null;
  }
};

const watchMemory = (pid) => {
  let most = 0;
  const timer = setInterval(() => {
    try {
      most = Math.max(most, memoryOf(pid));
    } catch {
      // it has ended, which is seen elsewhere
    }
  }, 100);
  return { most: () => Math.round(most), end: () => clearInterval(timer) };
};

/** What the search says that is in a file of that name, once it is known. */
const inSearch = async (user, name) => {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(250)) {
    const { body } = await user('GET', `/search?q=${name}&record=false`).catch(() => ({ body: null }));
    const contents = body?.results?.find(({ title }) => title.startsWith(`${name}.`))?.contents;
    if (ENDED.has(contents)) return contents;
  }
  return 'never';
};
/** Repeats a request that is refused because others wait. */
const patiently = async (ask) => {
  for (const until = Date.now() + PATIENCE_MS; ; await pause(1_000))
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unknown) || Date.now() > until) throw error;
    }
};

const readOne = async (user, [what, ending, bytes], name) => {
  const uploaded = await user('POST', '/files/upload', { form: upload(bytes(), `${name}.${ending}`) });
  if (uploaded.status !== 201)
    return { what, ending, said: `refused ${uploaded.status}`, isRight: REFUSED.has(uploaded.status) };
  const { id } = uploaded.body.file;
  const { kind, why } = (await patiently(() => user('GET', `/files/${id}/preview`))).body;
  const seen = why ?? kind;
  const drawn = ending === 'pdf' ? (await patiently(() => user('GET', `/files/${id}/thumbnail`))).body : null;
  const picture = drawn && (drawn.why ?? (drawn.thumbnail ? 'drawn' : 'empty'));
  const found = await inSearch(user, name);
  return { what, ending, said: [found, seen, picture].filter(Boolean).join(', '), isRight: found !== 'never' };
};

const readAll = async (user, killers, each = () => undefined) => {
  const left = killers.map((killer, at) => [killer, at]);
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift())
      each(await readOne(user, next[0], `k${next[1]}x${lane.run}`));
  };
  lane.run = readAll.runs = (readAll.runs ?? 0) + 1;
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

/** Asks without pause in a thread of its own; answers a message with the p99 of what was asked since the last one. */
const asker = (url, token) => {
  const code = `
    const { parentPort, workerData: { url, token } } = require('node:worker_threads');
    let took = [];
    const ask = async () => {
      for (;;) for (const [path, headers] of [['/api/health/live', {}], ['/api/files', { authorization: 'Bearer ' + token }]]) {
        const begun = performance.now();
        await fetch(url + path, { headers }).then((answer) => answer.text(), () => took.push(60000));
        took.push(performance.now() - begun);
        await new Promise((go) => setTimeout(go, 5));
      }
    };
    void ask();
    parentPort.on('message', () => {
      const sorted = took.sort((a, b) => a - b);
      took = [];
      parentPort.postMessage(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
    });`;
  const worker = new Worker(code, { eval: true, workerData: { url, token } });
  const p99 = () =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(null);
    });
  return { p99, end: () => worker.terminate() };
};

/** How much longer others wait while such documents are read. */
const others = async (server, user, token, killers) => {
  const { p99, end } = asker(server.url, token);
  const ratios = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(500);
    await p99();
    await pause(ROUND_MS);
    const quiet = await p99();
    const some = killers.slice(round * 4, round * 4 + 4);
    await readAll(user, some);
    const busy = await p99();
    console.log(`others wait ${quiet.toFixed(1)} ms, while documents are read ${busy.toFixed(1)} ms`);
    ratios.push(busy / quiet);
  }
  await end();
  return Number(median(ratios).toFixed(2));
};

const run = async (name, killers, { environment = {}, before = [] } = {}, more = () => undefined) => {
  const dataDir = aFolder();
  const main = flags.main ? { main: flags.main } : {};
  const how = { dataDir, environment: { DOSAR_OCR: 'off', ...environment }, before, ...main };
  let server = await startServer({ ...how, port: await freePort() });
  const memory = watchMemory(server.pid);
  const figures = { documents: killers.length, failures: 0 };
  try {
    const { people } = await aFirm(server.url, 2);
    const user = lasting(server.url, people[0].email);
    const ended = server.exited.then(([code, signal]) => {
      throw new Error(`the server ended with ${signal ?? code}: ${server.complained().slice(-500)}`);
    });
    ended.catch(() => undefined);
    const work = async () => {
      await readAll(user, killers, ({ what, ending, said, isRight }) => {
        if (!isRight) figures.failures += 1;
        console.log(`${isRight ? '' : 'WRONG '}${said.padEnd(30)} ${what} (${ending})`);
      });
      Object.assign(figures, await more(server, user, people[1].email, killers));
    };
    await Promise.race([work(), ended]);
    figures.most_mb = memory.most();
    if (figures.most_mb > MOST_MB) figures.failures += 1;
    await Promise.race([server.kill(), ended.catch(() => undefined)]);
    server = await startServer({ ...how, port: await freePort() });
    await untilReady(client(server.url).anonymous);
    figures.second_start_ms = server.startedInMs;
  } catch (error) {
    figures.failures += 1;
    figures.error = error.message.slice(0, 500);
  } finally {
    memory.end();
    await server.kill().catch(() => undefined);
    remove(dataDir);
  }
  console.log(`${name}: ${JSON.stringify(figures)}`);
  return figures;
};

/** A person who signs in again before the session of a long run is over. */
const lasting = (url, email) => {
  let session = null;
  let until = 0;
  return async (...call) => {
    if (Date.now() > until) [session, until] = [client(url).signIn(email), Date.now() + SESSION_MS];
    return (await session)(...call);
  };
};

/** A session for whoever asks in a thread. */
const tokenOf = async (url, email) => {
  const { PASSWORD } = await import('./client.mjs');
  const answer = await client(url).anonymous('POST', '/auth/login', { body: { email, password: PASSWORD } });
  return must(answer, 200, 'token');
};

const killers = await killersOf();
const results = {};
if (flags.short) results.few = await run('a few', killers);
else {
  results.all = await run('as it is', killers, {}, async (server, user, email, all) => {
    const ratio = await others(server, user, await tokenOf(server.url, email), all);
    return { others_ratio: ratio, ...(ratio > MOST_RATIO && { is_slower: true }) };
  });
  results.heap = await run('with a heap of 1 GB', killers, {
    environment: { NODE_OPTIONS: '--max-old-space-size=1024' },
  });
  const group = aGroup();
  if (group) {
    results.group = await run('in a group of 2 GB', killers, { before: group.before });
    await pause(1_000);
    try {
      rmdirSync(group.folder);
    } catch {
      // a reader is still ending
    }
  } else console.log('SKIPPED in a group of 2 GB: no cgroup can be made here');
}
const failures = Object.values(results).reduce((sum, each) => sum + each.failures, 0);
console.log(JSON.stringify({ ...results, failures }));
await exit(failures > 0 ? 1 : 0);
