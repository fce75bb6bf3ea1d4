// npm run bench:growth: what depends on how long the log is, and on how large one drive is, with /api/health/live asked every
// 20 ms meanwhile. Server on one core, load on the other. Each row says whether that answer came within its limit; when one did
// not, this ends with 1.
//   npm run bench:growth [-- --sizes 10000,100000,1000000] [-- --files 200000] [-- --json figures.json] [-- --folder a log
//   of an earlier run that was kept with --keep]
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { client, must, upload } from '../rel/client.mjs';
import { memoryOf, processorOf } from '../rel/process.mjs';
import { ADMIN, aFolder, freePort, remove, ROOT, startServer } from '../rel/server.mjs';
import { growLog } from './grown-log.mjs';
import { ours } from './log.mjs';
import { percentile } from '../percentile.mjs';
import { inParallel, load, pinLoad, pinned, untilIdle } from './measure.mjs';
import { anOffice } from './office.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    files: { type: 'string', default: '200000' },
    clients: { type: 'string', default: '200' },
    folder: { type: 'string' },
    keep: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const CLIENTS = Number(values.clients);
/** Views of a million events are filled in some minutes, and nothing else is served before. */
const START_MS = 3_600_000;
/** What two seconds of being asked whether it lives cost it, and some. */
const POLLED_MS = 150;
/** Of so many parts of an export one is a moment at which memory is looked at. */
const LOOKED_AT = 20;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const round = (number) => (number === null ? null : number >= 100 ? Math.round(number) : Number(number.toPrecision(3)));
/** The loop is never held for longer: so whoever asks whether the server lives has the answer by then. */
const LIMIT_MS = 50;
/**
 * The allowance where other threads of the server are at work meanwhile (views, index and log are filled or written): all of them
 * share one core here with the loop that answers, which then has a fourth of it.
 */
const BUSY_THREADS = 4;
const limits = { idle: LIMIT_MS, busy: LIMIT_MS * BUSY_THREADS };
const table = [];
const broken = [];
const say = (size, what, figure) => {
  table.push({ size, what, ...figure });
  const { live_max_ms: waited, live_limit_ms: limit, live, others } = figure;
  if (live === 'too long')
    broken.push(`${size}, ${what}: ${waited} ms, ${limit} are allowed (others had ${others} of the core)`);
  console.log(`${String(size).padStart(8)}  ${what.padEnd(58)} ${JSON.stringify(figure)}`);
};
/** How long the server's core was at work since this machine started, in milliseconds; by whomever. */
const coreBusyMs = () => {
  const [user, nice, system, , , irq, softirq, steal] = /^cpu0 +(.*)$/m
    .exec(readFileSync('/proc/stat', 'utf8'))[1]
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * 10;
};
const megabytes = (file) => (existsSync(file) ? round(statSync(file).size / 1e6) : 0);
/** A server, and what it did to whoever asked whether it lives. */
const start = async (dataDir) => {
  const port = await freePort();
  const poller = fork(join(ROOT, 'scripts/bench/poller.mjs'), [`http://127.0.0.1:${port}`]);
  const environment = { DOSAR_LOG_LEVEL: 'error' };
  const began = { at: performance.now(), core: coreBusyMs(), own: 0 };
  const server = await startServer({ dataDir, port, before: pinned(0), environment, startMs: START_MS });
  const said = async () => {
    poller.send('now');
    return (await once(poller, 'message'))[0];
  };
  /** Of the time since it was asked before, and at least one answer. */
  const asked = async () => {
    let answer = await said();
    for (let left = 100; answer.count === 0 && left > 0; left -= 1) {
      await pause(50);
      answer = await said();
    }
    return answer;
  };
  const spent = () => ({ at: performance.now(), core: coreBusyMs(), own: processorOf(server.pid) });
  let since = began;
  /**
   * `others`: which part of the server's core other programs had, since the time before: what is told of a machine that is not at
   * rest is told of that machine.
   */
  const judged = ({ count, p99, max }, when) => {
    const before = since;
    const now = (since = spent());
    const others = (now.core - before.core - (now.own - before.own)) / (now.at - before.at);
    // no answer at all is one that is too late
    const live = count > 0 && max <= limits[when] ? 'kept' : 'too long';
    return {
      live_p99_ms: round(p99),
      live_max_ms: round(max),
      live_limit_ms: limits[when],
      live,
      others: Number(Math.max(0, others).toFixed(2)),
    };
  };
  const { first, ...starting } = await asked();
  return {
    ...server,
    /** From its first answer until it was ready. */
    starting: judged(starting, 'busy'),
    /** @param {keyof typeof limits} when whether other threads of the server were at work meanwhile */
    waited: async (when) => judged(await asked(), when),
    /** When it first answered that it lives. */
    livesInMs: round(first),
    stop: async () => {
      poller.kill();
      return server.stop();
    },
  };
};

const timed = async (work) => {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
};

/** Serves from the first moment on, while the views are filled from the first event. */
const rebuild = async (dataDir, size) => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `views.db${end}`), { force: true });
  const server = await start(dataDir);
  say(size, 'views filled anew, until it is ready', server.starting);
  const began = performance.now();
  const admin = await client(server.url).admin();
  for (;;) {
    // while views are behind it says that it is not ready
    const ready = await admin('GET', '/health/ready').catch(() => null);
    if (ready?.body.components?.views?.status === 'ok') break;
    await pause(500);
  }
  const seconds = (performance.now() - began + server.startedInMs) / 1_000;
  say(size, 'views filled anew, the server answering', {
    seconds: round(seconds),
    events_s: round(size / seconds),
    lives_after_ms: server.livesInMs,
    ready_after_ms: server.startedInMs,
    ...(await server.waited('busy')),
  });
  await server.stop();
};

const starts = async (dataDir, size) => {
  const times = [];
  for (let at = 0; at < 3; at += 1) {
    const server = await start(dataDir);
    times.push(server.startedInMs);
    if (at === 2) {
      say(size, 'a second start, until it is ready', server.starting);
      // the index of the search is filled, and the log verified, a while longer
      await pause(10_000);
      say(size, 'the 10 s after the start', await server.waited('busy'));
      await untilIdle(server.pid, 1_800, POLLED_MS);
      say(size, 'what is left to be filled and verified', await server.waited('busy'));
      await pause(20_000);
      say(size, 'idle, the 20 s after that', {
        memory_MB: round(memoryOf(server.pid)),
        ...(await server.waited('idle')),
      });
    }
    await server.stop();
  }
  say(size, 'second start, median of 3', { ms: percentile(times, 0.5) });
};

const use = async (dataDir, size, people) => {
  const server = await start(dataDir);
  const { admin: asAdmin } = client(server.url);
  const tokens = [];
  await inParallel(4, people.length, async (_, at) => {
    const person = people[at];
    const { body } = await client(server.url).anonymous('POST', '/auth/login', {
      body: { email: person.email, password: 'Parola-Lunga-1' },
    });
    tokens[at] = body.token;
  });
  await server.waited('busy');
  const as = (at) => client(server.url).as(tokens[at]);
  const first = [];
  for (const at of people.keys())
    first.push(
      (await timed(async () => must(await as(at)('POST', '/folders', { body: { name: randomUUID() } }), 201)))[0],
    );
  say(size, 'first POST /folders of each client after a start', {
    p50_ms: round(percentile(first, 0.5)),
    max_ms: round(Math.max(...first)),
    memory_MB: round(memoryOf(server.pid)),
    ...(await server.waited('busy')),
  });

  const processor = async (work) => {
    const before = processorOf(server.pid);
    const done = await work();
    return [done, processorOf(server.pid) - before];
  };
  for (const connections of [8, 50]) {
    const many = connections * 100;
    const [done, ms] = await processor(() =>
      inParallel(connections, many, async (_, left) =>
        must(await as(left % people.length)('POST', '/folders', { body: { name: randomUUID() } }), 201),
      ),
    );
    say(size, `POST /folders, ${connections} at once, all clients`, {
      per_s: round(done.rate),
      p99_ms: round(done.p99),
      processor_ms_each: round(ms / many),
      ...(await server.waited('busy')),
    });
  }
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(50_000)]);
  const [uploads, ms] = await processor(() =>
    inParallel(8, 500, async (_, left) =>
      must(
        await as(left % people.length)('POST', '/files/upload', { form: upload(pdf, `mic ${randomUUID()}.pdf`) }),
        201,
      ),
    ),
  );
  say(size, 'upload of 50 KB, 8 at once', {
    per_s: round(uploads.rate),
    p99_ms: round(uploads.p99),
    processor_ms_each: round(ms / 500),
    ...(await server.waited('busy')),
  });

  const { body: tree } = await as(0)('GET', '/folders/tree');
  const folder = tree.tree.find(({ name }) => name.startsWith('Luna'));
  const { body: listing } = await as(0)('GET', `/files?folderId=${folder.id}`);
  const headers = { authorization: `Bearer ${tokens[0]}` };
  for (const [what, path] of [
    ['GET one file', `/files/${listing.files[0].id}`],
    ['GET /files of a folder', `/files?folderId=${folder.id}`],
    ['GET /folders/tree', '/folders/tree'],
  ]) {
    const { rate, p99 } = await load({ url: `${server.url}/api${path}`, connections: 8, headers });
    say(size, `${what}, 8 connections`, { per_s: round(rate), p99_ms: p99 });
  }
  // eight that ask at once are answered one after the other
  await server.waited('busy');
  await dashboards(server, await asAdmin(), as(0), size);
  await audits(server, await asAdmin(), size, people);
  say(size, 'after all of this', { memory_MB: round(memoryOf(server.pid)) });
  await server.stop();
  say(size, 'files after a stop', {
    log_KB_an_event: round(megabytes(join(dataDir, 'log.db')) * (1_000 / size)),
    views_KB_an_event: round(megabytes(join(dataDir, 'views.db')) * (1_000 / size)),
    snapshots_MB: megabytes(join(dataDir, 'snapshots.db')),
    wal_MB: ['log', 'views', 'vault', 'snapshots'].map((name) => megabytes(join(dataDir, `${name}.db-wal`))),
  });
};

/** Of everything, and of one client. */
const dashboards = async (server, admin, user, size) => {
  for (const [who, ask] of [
    ['the administrator', admin],
    ['a client', user],
  ]) {
    const times = [];
    for (let at = 0; at < 200; at += 1)
      times.push((await timed(async () => must(await ask('GET', '/dashboard'), 200)))[0]);
    say(size, `GET /dashboard of ${who}`, {
      p50_ms: round(percentile(times, 0.5)),
      p99_ms: round(percentile(times, 0.99)),
      ...(await server.waited('idle')),
    });
  }
};

const audits = async (server, admin, size, people) => {
  const today = new Date().toISOString().slice(0, 10);
  const asked = {
    'first page': '',
    'a page deep in the past': `before=${Math.max(2, Math.floor(size / 3))}`,
    'by client': `client_id=${people[7].clientId}`,
    'by type': 'event_type=FileRenamed',
    'by a range of days': `date_from=${today}&date_to=${today}`,
    'by address': 'ip_address=192.0.2.17',
    'by common words': 'q=factura',
    'by words that nothing has': 'q=inexistent',
  };
  for (const [what, query] of Object.entries(asked))
    await read(server, admin, size, { what: `audit, ${what}`, path: `/audit/events?limit=50&${query}` });
  const deeds = { ...asked, 'by groups': 'kinds=files,access', 'with bookkeeping': 'bookkeeping=true' };
  for (const [what, query] of Object.entries(deeds))
    await read(server, admin, size, { what: `deeds, ${what}`, path: `/audit/deeds?limit=50&${query}` });
  for (const [what, query] of Object.entries({ whole: '', 'by client': `client_id=${people[7].clientId}` }))
    await read(server, admin, size, { what: `activity, ${what}`, path: `/audit/activity?${query}` });
  await exported(server, size);
};

/** All of the audit as a file: how long it takes, and how much memory meanwhile. */
const exported = async (server, size) => {
  const { token } = must(await client(server.url).anonymous('POST', '/auth/login', { body: ADMIN }), 200);
  const before = memoryOf(server.pid);
  let most = before;
  let bytes = 0;
  let parts = 0;
  const [ms] = await timed(async () => {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await fetch(`${server.url}/api/audit/export?format=csv`, { headers });
    for await (const part of body) {
      bytes += part.length;
      parts += 1;
      if (parts % LOOKED_AT === 0) most = Math.max(most, memoryOf(server.pid));
    }
  });
  say(size, 'export of all as CSV', {
    s: round(ms / 1_000),
    MB: round(bytes / 1_000_000),
    more_memory_MB: round(most - before),
    ...(await server.waited('idle')),
  });
};

const read = async (server, admin, size, { what, path }) => {
  const times = [];
  for (let at = 0; at < 15; at += 1) times.push((await timed(async () => must(await admin('GET', path), 200)))[0]);
  say(size, what, {
    p50_ms: round(percentile(times, 0.5)),
    max_ms: round(Math.max(...times)),
    ...(await server.waited('idle')),
  });
};

pinLoad();
const bundle = await ours();
const dataDir = values.folder ?? aFolder('dosar-growth-');
const kept = join(dataDir, 'people.json');
let { people, events } = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : { people: null, events: 0 };
people ??= await anOffice(dataDir, CLIENTS);
for (const size of values.sizes.split(',').map(Number).filter(Boolean)) {
  const [ms] = await timed(() => growLog({ dataDir, load: bundle, people, count: size - events }));
  console.log(`${size} events, the last ${size - events} made in ${Math.round(ms / 1_000)} s`);
  events = size;
  writeFileSync(kept, JSON.stringify({ people, events }));
  await rebuild(dataDir, size);
  await starts(dataDir, size);
  await use(dataDir, size, people);
}
if (!values.keep) remove(dataDir);

if (Number(values.files) > 0) {
  const folder = aFolder('dosar-drive-');
  const [person] = await anOffice(folder, 1);
  const count = Math.round((Number(values.files) * 4) / 3);
  await growLog({ dataDir: folder, load: bundle, people: [person], count, perFolder: 1_000 });
  const label = `${values.files} files`;
  await rebuild(folder, count);
  for (const what of ['the first', 'the second']) {
    const server = await start(folder);
    // the index of the search is filled behind the views, on the same core
    if (what === 'the first') await untilIdle(server.pid, 1_800, POLLED_MS);
    const ask = await client(server.url).signIn(person.email);
    const { body: tree } = await ask('GET', '/folders/tree');
    const { body: listing } = await ask('GET', `/files?folderId=${tree.tree[0].id}&limit=10`);
    await server.waited('busy');
    const before = memoryOf(server.pid);
    const [renamed] = await timed(async () =>
      must(await ask('PATCH', `/files/${listing.files[0].id}`, { body: { name: `${randomUUID()}.pdf` } }), 200),
    );
    const loading = await server.waited('busy');
    await pause(3_000);
    say(label, `one drive: a rename after ${what} start`, {
      ms: round(renamed),
      memory_KB_a_file: round(((memoryOf(server.pid) - before) * 1_024) / Number(values.files)),
      ...loading,
    });
    say(label, 'one drive: in the 3 s after it', await server.waited('busy'));
    await server.stop();
  }
  remove(folder);
}
rmSync(join(ROOT, 'apps/gateway/dist-bench'), { recursive: true, force: true });
if (values.json) writeFileSync(values.json, JSON.stringify({ at: new Date().toISOString(), table }, null, 2));
for (const each of broken) console.error(`whether it lives was answered too late: ${each}`);
await exit(broken.length > 0 ? 1 : 0);
