// One company floods a server with each kind of work there is, from a process of its own: the ordinary calls of another are
// answered as soon as without that, as nearly as people notice; its own preview, picture and search come, and nothing of it
// is refused. What the flood takes of the machine itself is measured beside it, in the same rounds: the same flood, sent to
// a second server, which has nothing in common with the first but the processors and the disk.
//   npm run rel:turns                          (three rounds of each kind: without, with, and with a flood elsewhere)
//   npm run rel:turns -- --rounds 5 --seconds 5 previews thumbnails
//   npm run rel:turns -- --short --seed 3      (one round of three kinds; it says little of how long others wait)
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { atEnd, exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { percentile } from '../percentile.mjs';
import { client, must, untilReady, Unknown, upload } from './client.mjs';
import { processorOf } from './process.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { aTenant, enter } from './sockets/people.mjs';
import { KINDS } from './turns/kinds.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    main: { type: 'string' },
  },
});
const SHORT = ['previews', 'thumbnails', 'searches'];
const kinds = positionals.length > 0 ? positionals : values.short ? SHORT : Object.keys(KINDS);
for (const kind of kinds) if (!KINDS[kind]) throw new Error(`no such kind: ${kind}; there are ${Object.keys(KINDS)}`);
const rounds = Number(values.rounds ?? (values.short ? 1 : 3));
const seconds = Number(values.seconds ?? (values.short ? 2 : 3));
/** So many times as long at most others wait for an answer; what is answered so soon is soon enough. */
const MOST_TIMES = 2;
const SOON_MS = { reads: 25, writes: 60 };
const SORTS = Object.keys(SOON_MS);
/** So long at most a preview, a picture, and what is found of a text takes to come. */
const COMES_MS = 10_000;
/** So long what is left of a flood is waited for. */
const IDLE_MS = 20_000;
const PEOPLE = 3;

const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const document = (name) => readFileSync(join(ROOT, 'apps/gateway/demo/documents/brutaria-2026-09', name));
const LETTER = document('Contract de prestări servicii nr 16.docx');
const PICTURE = document('bon_01.jpg');

let wrong = 0;
const check = (holds, what) => {
  if (holds) return;
  wrong += 1;
  console.log(`WRONG ${what}`);
};

/** A company that floods with one kind of work when it is told to. */
const aFlood = (kind, url, { id, users }) => {
  const path = fileURLToPath(new URL('./turns/flood.mjs', import.meta.url));
  const args = [path, kind, url, values.seed, id, ...users.map(({ email }) => email)];
  // on a machine of its own it would take nothing of the server's processors
  const child = spawn('nice', ['-n', '10', process.execPath, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const over = atEnd(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(over);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the flood of ${kind} has ended`);
    return JSON.parse(value);
  };
  const say = (word) => child.stdin.write(`${word}\n`);
  const end = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { next, say, end };
};

/** What a flood itself may be refused with. */
const LIMITED = new Set([429, 503]);

/** A flood that is not answered says nothing of how long others wait. */
const checkAnswers = (kind, statuses) => {
  const answers = new Set(KINDS[kind].answers);
  const isAnswer = (status) => answers.has(status) || (status >= 200 && status < 300);
  const all = Object.keys(statuses).map((status) =>
    status.trim() && Number.isFinite(Number(status)) ? Number(status) : status,
  );
  check(all.some(isAnswer), `${kind}: the flood was not answered: ${JSON.stringify(statuses)}`);
  for (const status of all) check(isAnswer(status) || LIMITED.has(status), `${kind}: the flood was answered ${status}`);
};

/** What somebody does all day, one after the other; what it took, and what was refused. */
const aPerson = ({ ask, id }) => {
  const times = { reads: [], writes: [] };
  const faults = [];
  const call = async (method, path, options) => {
    const begun = performance.now();
    try {
      const { status } = await ask(method, path, options);
      if (status >= 300) faults.push(`${method} ${path}: ${status}`);
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      faults.push(error.message);
    }
    times[method === 'GET' ? 'reads' : 'writes'].push(performance.now() - begun);
  };
  const day = async (at) => {
    await call('GET', '/users/me');
    await call('GET', '/files');
    await call('GET', '/folders/tree');
    await call('GET', '/conversations');
    await call('GET', '/notifications');
    if (at % 8 === 1) await call('GET', `/search?q=contract&record=false`);
    if (at % 4 === 0) await call('GET', '/dashboard');
    if (at % 2 === 0) await call('POST', '/folders', { body: { name: `Dosar ${id.slice(0, 8)} ${randomUUID()}` } });
  };
  const during = async (ms) => {
    for (const sort of SORTS) times[sort] = [];
    const end = performance.now() + ms;
    for (let at = 0; performance.now() < end; at += 1) {
      await day(at);
      await pause(5);
    }
    return { ...times };
  };
  return { during, faults };
};

/** A preview, a picture and a text of somebody's own come while another floods. @returns what each took */
const own = async ({ ask }) => {
  const took = {};
  const timed = async (what, work) => {
    const begun = performance.now();
    await work();
    took[what] = performance.now() - begun;
  };
  const made = async (bytes, name) =>
    must(await ask('POST', '/files/upload', { form: upload(bytes, `${randomUUID()} ${name}`) }), 201, 'file');
  const word = `canar${randomUUID().replace(/\W|\d/g, '')}`;
  const letter = await made(LETTER, 'contract.docx');
  const picture = await made(PICTURE, 'bon.jpg');
  await made(Buffer.from(`Text cu ${word}`), 'text.txt');
  await Promise.all([
    timed('preview', async () => must(await ask('GET', `/files/${letter.id}/preview`), 200)),
    timed('picture', async () => must(await ask('GET', `/files/${picture.id}/thumbnail`), 200)),
    timed('search', async () => {
      const end = performance.now() + 2 * COMES_MS;
      for (let found = 0; found === 0 && performance.now() < end; await pause(100))
        found = must(await ask('GET', `/search?q=${word}&record=false`), 200, 'total');
    }),
  ]);
  return took;
};

/** Until what is left of a flood is over, or for a while. */
const untilIdle = async (pid) => {
  for (const end = Date.now() + IDLE_MS; Date.now() < end;) {
    const before = processorOf(pid);
    await pause(400);
    if (processorOf(pid) - before < 60) return;
  }
};

const run = async (kind, { server, elsewhere, company, companyElsewhere, other }) => {
  const flood = aFlood(kind, server.url, company);
  const floodElsewhere = elsewhere && aFlood(kind, elsewhere.url, companyElsewhere);
  const figures = { quiet: [], flooded: [], beside: [], own: {} };
  const faults = [];
  const statuses = {};
  for (let round = 0; round < rounds; round += 1) {
    await flood.next();
    await floodElsewhere?.next();
    await untilIdle(server.pid);
    if (elsewhere) await untilIdle(elsewhere.pid);
    const person = aPerson(other[0]);
    const second = aPerson(other[1]);
    const p99s = async () => {
      const all = await Promise.all([person, second].map((each) => each.during(seconds * 1_000)));
      return Object.fromEntries(
        SORTS.map((sort) => [
          sort,
          percentile(
            all.flatMap((each) => each[sort]),
            0.99,
          ),
        ]),
      );
    };
    const quiet = await p99s();
    if (floodElsewhere) {
      floodElsewhere.say('go');
      await pause(300);
      figures.beside.push(await p99s());
      floodElsewhere.say('rest');
      await floodElsewhere.next();
      await untilIdle(elsewhere.pid);
    }
    flood.say('go');
    await pause(300);
    const comes = own(other[2]).catch((error) => (faults.push(error.message), {}));
    const flooded = await p99s();
    flood.say('rest');
    for (const [status, count] of Object.entries(await flood.next()))
      statuses[status] = (statuses[status] ?? 0) + count;
    for (const [what, ms] of Object.entries(await comes)) figures.own[what] = Math.max(figures.own[what] ?? 0, ms);
    figures.quiet.push(quiet);
    figures.flooded.push(flooded);
    faults.push(...person.faults, ...second.faults);
  }
  await flood.end();
  await floodElsewhere?.end();
  return { ...figures, faults, statuses };
};

/** Without and with the flood, and how many times as long as with one elsewhere: of the rounds the one in the middle. */
const compared = ({ quiet, flooded, beside }, sort) => {
  const middle = (all) => Number(median(all).toFixed(1));
  const of = (all) => all.map((each) => each[sort]);
  const without = of(quiet);
  const during = of(flooded);
  const elsewhere = of(beside);
  return {
    without: middle(without),
    ...(beside.length > 0 && { elsewhere: middle(elsewhere) }),
    during: middle(during),
    times: middle(during.map((ms, at) => ms / Math.max(without[at], elsewhere[at] ?? 0))),
  };
};

await ensureBuilt();
try {
  // whoever measures does not wait for a processor itself
  setPriority(-10);
} catch {
  // not everybody may have that
}
const began = Date.now();
const dataDir = aFolder();
const environment = { DOSAR_LIMITS: 'on', DOSAR_OCR: 'off' };
const main = values.main ? { main: values.main } : {};
const started = async (folder) => {
  const server = await startServer({ dataDir: folder, port: await freePort(), environment, ...main });
  const admin = await client(server.url).admin();
  await untilReady(admin);
  return { server, admin };
};
const { server, admin } = await started(dataDir);
const otherDir = values.short ? null : aFolder();
const elsewhere = otherDir && (await started(otherDir));
const results = {};
for (const kind of kinds) {
  // each kind has companies of its own: what one has filled is not another's
  const { clients } = await aTenant(server.url, admin, [PEOPLE, PEOPLE]);
  const [company, { users }] = clients;
  const other = await Promise.all(users.map(({ email }) => enter(server.url, email)));
  const companyElsewhere = elsewhere && (await aTenant(elsewhere.server.url, elsewhere.admin, [PEOPLE])).clients[0];
  const two = { server, elsewhere: elsewhere?.server, company, companyElsewhere, other };
  const { faults, statuses, own: comes, ...figures } = await run(kind, two);
  results[kind] = Object.fromEntries(SORTS.map((sort) => [sort, compared(figures, sort)]));
  checkAnswers(kind, statuses);
  for (const fault of new Set(faults)) check(false, `${kind}: another was answered so: ${fault}`);
  for (const [sort, { during, times }] of Object.entries(results[kind]))
    check(
      values.short || times <= MOST_TIMES || during <= SOON_MS[sort],
      `${kind}: ${sort} of others take ${times} times as long`,
    );
  for (const [what, ms] of Object.entries(comes))
    check(ms <= COMES_MS, `${kind}: a ${what} came after ${ms.toFixed(0)} ms`);
  const shown = Object.entries(comes).map(([what, ms]) => `${what} ${ms.toFixed(0)}`);
  const said = ([sort, { without, elsewhere: beside, during, times }]) =>
    `${sort} ${without} ms, ${beside === undefined ? '' : `${beside} beside one elsewhere, `}${during} during it (${times})`;
  console.log(
    `${kind}: p99 of others ${Object.entries(results[kind]).map(said).join(', ')}; own ${shown.join(', ')} ms; ${JSON.stringify(statuses)}`,
  );
}
await server.stop();
remove(dataDir);
await elsewhere?.server.stop();
if (otherDir) remove(otherDir);
console.log(
  JSON.stringify({
    kinds: kinds.length,
    failures: wrong,
    seed: Number(values.seed),
    seconds: Math.round((Date.now() - began) / 1_000),
    results,
  }),
);
await exit(wrong > 0 ? 1 : 0);
