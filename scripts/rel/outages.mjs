// Each service of the distributed profile stopped for a while in the middle of work: what cannot be durable is refused with
// 503 and Retry-After, what can be served is served, health names the part, everything recovers by itself, and a search then
// finds what was written meanwhile. Afterwards no acknowledged write is lost, none is doubled, and the views are those that a
// rebuild gives. Then MongoDB is killed again and again: no call is ever answered with 500.
//   node scripts/rel/outages.mjs [--seconds 30] [--writers 4] [--seed n] [--services eventstore,mongodb,s3,nats] [--mongo-kills 50]
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aftermath } from './aftermath.mjs';
import { aFirm, must, Unknown, untilReady, upload } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { ROOT } from './server.mjs';
import { seededRandom, startWriters } from './writers.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    writers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    services: { type: 'string', default: SERVICES.join(',') },
    'mongo-kills': { type: 'string', default: '50' },
  },
});
const outageMs = Number(values.seconds) * 1_000;
/** So soon after the service health says that it is gone, and that it is there again. */
const NOTICED_MS = 12_000;
const RECOVERED_MS = 20_000;
/** A ticket for a document ends after a few minutes. */
const TICKET_MS = 150_000;
/** So many files are looked for after each outage. */
const NEWEST = 5;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** By service: the parts that health must name, what is served all the same, and what must have been refused. */
const EXPECTED = {
  // a document whose event is kept already is served as long as it is known who may see it: for a few seconds
  eventstore: { parts: ['log'], served: ['list'], refused: ['folder', 'file'] },
  mongodb: { parts: ['views', 'vault'], served: [], refused: ['list'] },
  s3: { parts: ['documents'], served: ['list', 'folder'], refused: ['file', 'document'] },
  meilisearch: { parts: ['search'], served: ['list', 'folder', 'file', 'document'], refused: ['search'] },
  nats: { parts: ['signals'], served: ['list', 'folder', 'file', 'document'], refused: [] },
};

/** What somebody does again and again meanwhile; each says whether it was done. */
const worksOf = async ({ ask, client }) => {
  const made = await ask('POST', '/files/upload', { form: upload(randomBytes(3_000).toString('base64'), 'bon.txt') });
  const { id } = must(made, 201, 'file');
  let document = '';
  let askedAt = 0;
  const aTicket = async () => {
    const { pathname, search } = new URL(must(await ask('GET', `/files/${id}/download`), 200, 'url'), 'http://dosar');
    [document, askedAt] = [`${pathname}${search}`, Date.now()];
  };
  await aTicket();
  must(await ask('GET', document), 200);
  const written = [];
  const works = {
    list: async () => must(await ask('GET', `/files?clientId=${client.id}`), 200),
    document: async () => {
      if (Date.now() - askedAt > TICKET_MS) await aTicket();
      must(await ask('GET', document), 200);
    },
    search: async () => must(await ask('GET', '/search?q=bon&record=false'), 200),
    folder: async () => must(await ask('POST', '/folders', { body: { name: randomUUID() }, key: randomUUID() }), 201),
    file: async () => {
      const name = randomUUID();
      const form = upload(randomBytes(3_000).toString('base64'), `${name}.txt`);
      must(await ask('POST', '/files/upload', { form, key: randomUUID() }), 201);
      written.push(name);
    },
  };
  const isFound = async (name) =>
    must(await ask('GET', `/search?q=${encodeURIComponent(`"${name}"`)}&record=false`), 200, 'total') === 1;
  /** How many of the newest files no search has found yet: what is older is indexed before. */
  const notFound = async () => {
    written.splice(0, Math.max(0, written.length - NEWEST));
    while (written.length > 0 && (await isFound(written[0]).catch(() => false))) written.shift();
    return written.length;
  };
  return { works, notFound };
};

/** What health says to the administrator: the parts that cannot serve, or without which nothing is found. */
const partsOut = async (admin) => {
  try {
    const { search } = must(await admin('GET', '/health/ready'), 200, 'components');
    return search.status === 'ok' ? [] : ['search'];
  } catch (error) {
    if (!(error instanceof Unknown) || error.status !== 503) throw error;
    const { components = {} } = JSON.parse(error.message.slice(error.message.indexOf('{')));
    return Object.keys(components).filter((part) => components[part].status !== 'ok');
  }
};

const outage = async (name, service, { works, notFound }, admin, failures) => {
  const { parts, served, refused } = EXPECTED[name];
  const counted = Object.fromEntries(Object.keys(works).map((work) => [work, { done: 0, refused: 0 }]));
  const figures = { ...counted, slowest_answer_ms: 0, noticed_ms: null, recovered_ms: null };
  let out = true;
  const keepAsking = async (work) => {
    while (out) {
      const began = performance.now();
      try {
        await works[work]();
        counted[work].done += 1;
      } catch (error) {
        if (error.status !== 503 || !(error.retryAfter > 0)) failures.push(`${name}, ${work}: ${error.message}`);
        counted[work].refused += 1;
      }
      figures.slowest_answer_ms = Math.max(figures.slowest_answer_ms, Math.round(performance.now() - began));
      await pause(300);
    }
  };
  const stopped = performance.now();
  await service.stop();
  const asking = Object.keys(works).map(keepAsking);
  const named = new Set();
  while (performance.now() - stopped < outageMs) {
    for (const part of await partsOut(admin)) named.add(part);
    if (parts.every((part) => named.has(part))) figures.noticed_ms ??= Math.round(performance.now() - stopped);
    await pause(300);
  }
  out = false;
  await Promise.all(asking);
  figures.named = [...named].sort();
  await service.start();

  const started = performance.now();
  const isBack = async () => {
    if ((await partsOut(admin)).length > 0) return false;
    for (const work of Object.values(works)) await work();
    return true;
  };
  while (!(await isBack().catch(() => false)) && performance.now() - started < RECOVERED_MS) await pause(100);
  figures.recovered_ms = Math.round(performance.now() - started);
  let lost = await notFound();
  while (lost > 0 && performance.now() - started < RECOVERED_MS) {
    await pause(100);
    lost = await notFound();
  }
  figures.found_ms = Math.round(performance.now() - started);
  if (lost > 0) failures.push(`${name}: ${lost} files that were written meanwhile are not found`);

  if (!(figures.noticed_ms < NOTICED_MS))
    failures.push(`${name}: health named ${figures.named}, not ${parts}, in time`);
  if (figures.recovered_ms >= RECOVERED_MS) failures.push(`${name}: not recovered after ${figures.recovered_ms} ms`);
  for (const work of served)
    if (counted[work].refused > 0 || counted[work].done === 0)
      failures.push(`${name}: ${work} was refused ${counted[work].refused} times, done ${counted[work].done} times`);
  for (const work of refused) if (counted[work].refused === 0) failures.push(`${name}: ${work} was never refused`);
  return figures;
};

/** Killed under load so often. Whoever is refused says so, as writers do, and whoever reads is never answered with 500. */
const killAgainAndAgain = async (service, works, kills, failures) => {
  const counted = { kills: 0, done: 0, refused: 0, not_answered: 0 };
  let ending = false;
  const keepAsking = async (work) => {
    while (!ending) {
      try {
        await works[work]();
        counted.done += 1;
      } catch (error) {
        if (error.status === null) counted.not_answered += 1;
        else if (error.status !== 503 || !(error.retryAfter > 0))
          failures.push(`MongoDB killed, ${work}: ${error.message}`);
        else counted.refused += 1;
        await pause(50);
      }
    }
  };
  const asking = Object.keys(works).map(keepAsking);
  for (; counted.kills < kills; counted.kills += 1) {
    await pause(200 + random(1_500));
    await service.stop();
    await pause(random(800));
    await service.start();
  }
  await pause(2_000);
  ending = true;
  await Promise.all(asking);
  return counted;
};

process.chdir(ROOT);
await ensureBuilt();
const { services, environment } = await startServices(SERVICES);
const installation = await startInstallation(environment, { profile: 'distributed' });
const failures = [];
const writing = Number(values.writers);
const { admin, people } = await aFirm(installation.url, 1 + Math.ceil(writing / 2));
const worked = await worksOf(people.pop());
console.log(`${values.seconds} s without each of ${values.services} under ${writing} writers, seed ${values.seed}`);
const random = seededRandom(Number(values.seed));
const writers = startWriters(people, writing, random);
const outages = {};
for (const name of values.services.split(',')) {
  await pause(2_000);
  outages[name] = await outage(name, services[name], worked, admin, failures);
  console.log(`${name}: ${JSON.stringify(outages[name])}`);
}
const mongo = await killAgainAndAgain(services.mongodb, worked.works, Number(values['mongo-kills']), failures);
if (mongo.kills > 0) await untilReady(admin);
console.log(`MongoDB killed: ${JSON.stringify(mongo)}`);
await pause(1_000);
await writers.end();
failures.push(...writers.failures);
await untilReady(admin);
const codes = await installation.stop();
if (codes.some((code) => code !== 0)) failures.push(`the processes ended with ${codes}`);
const { failures: faults, counted } = await aftermath(installation, writers.acknowledged);
failures.push(...faults);

console.log(
  JSON.stringify({
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    outages,
    mongodb_killed: mongo,
    acknowledged: writers.counts.ok,
    unknown: writers.counts.unknown,
    retried_and_answered: writers.counts.retried,
    refused: Object.fromEntries(writers.refusals),
    slowest_write_ms: writers.slowestMs(),
    ...counted,
    failures: failures.length,
    servers: Object.values(services).map(({ server }) => server),
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
installation.forget();
await exit(failures.length > 0 ? 1 : 0);
