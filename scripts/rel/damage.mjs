// Records that are gone from a log, doubled, exchanged or changed, and streams that are deleted or bounded by what the
// operator of their server has set: each is named in health and log at the start or within a minute, an administrator signs
// in to health alone, and nothing is written meanwhile.
//   node scripts/rel/damage.mjs [embedded | eventstore] [cold | running] [word …] [--seed 7]
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EventStoreDBClient } from '@eventstore/db-client';
import { DatabaseSync } from '@photostructure/sqlite';
import { exit } from '../ending.mjs';
import { killable } from '../services.mjs';
import { aFirm, client, must } from './client.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: String(Date.now() % 100_000) } },
  allowPositionals: true,
});
let seed = Number(values.seed);
const random = (below) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % below;
};
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
/** How soon the head of a log is stored. */
const HEAD_KEPT_MS = 6_500;
const WITHIN_MS = 60_000;

/** The two kinds of log, by what their tables are called. */
const LOGS = {
  embedded: {
    file: (folder) => join(folder, 'log.db'),
    table: 'records',
    text: 'text',
    triggers: ['records_stay', 'records_remain'],
    ours: '1',
    begin: async () => ({ environment: {}, end: async () => {} }),
  },
  eventstore: {
    file: (folder) => join(folder, 'events.db'),
    table: 'events',
    text: 'data',
    triggers: [],
    ours: `type NOT LIKE '$%'`,
    async begin(folder) {
      const port = await freePort();
      const main = 'scripts/services/eventstore/main.mjs';
      const data = join(folder, 'events.db');
      const stand = killable(port, process.execPath, [main, '--port', String(port), '--data', data]);
      await stand.start();
      const url = `esdb://127.0.0.1:${port}?tls=false`;
      return { url, environment: { DOSAR_EVENTSTORE_URL: url }, end: stand.stop };
    },
  },
};

const inLog = (log, folder, work) => {
  const db = new DatabaseSync(log.file(folder), { timeout: 10_000 });
  for (const trigger of log.triggers) db.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
  const result = work(db);
  db.close();
  return result;
};
const positionsIn = (log, folder) =>
  inLog(log, folder, (db) =>
    db.prepare(`SELECT position FROM ${log.table} WHERE ${log.ours} ORDER BY position`).all(),
  ).map(({ position }) => position);

const MEDDLED = {
  'taken away': (db, { table }, at) => db.exec(`DELETE FROM ${table} WHERE position = ${at}`),
  doubled: (db, { table }, at) => {
    const columns = Object.keys(db.prepare(`SELECT * FROM ${table} LIMIT 1`).get());
    const others = {
      position: `(SELECT max(position) + 500 FROM ${table})`,
      revision: `(SELECT max(revision) + 1 FROM ${table} AS o WHERE o.stream = ${table}.stream)`,
    };
    if (table === 'records') others.position = `(SELECT max(position) + 1 FROM ${table})`;
    const taken = columns.map((name) => others[name] ?? name);
    db.exec(`INSERT INTO ${table} (${columns}) SELECT ${taken} FROM ${table} WHERE position = ${at}`);
  },
  exchanged: (db, { table }, at, other) =>
    db.exec(`UPDATE ${table} SET position = -1 WHERE position = ${at};
      UPDATE ${table} SET position = ${at} WHERE position = ${other};
      UPDATE ${table} SET position = ${other} WHERE position = -1`),
  changed: (db, { table, text }, at) =>
    db.exec(
      `UPDATE ${table} SET ${text} = CAST(replace(CAST(${text} AS TEXT), '"occurredAt":"2', '"occurredAt":"1') AS ${text === 'text' ? 'TEXT' : 'BLOB'}) WHERE position = ${at}`,
    ),
  'gone with its stream': (db, { table }, at) =>
    db.exec(`DELETE FROM ${table} WHERE stream = (SELECT stream FROM ${table} WHERE position = ${at})`),
};

const bounded = (settings) => (server, stream) => server.setStreamMetadata(stream, settings);
const SET = {
  'deleted softly': (server, stream) => server.deleteStream(stream),
  'deleted for good': (server, stream) => server.tombstoneStream(stream),
  'bounded by $maxCount': bounded({ maxCount: 1 }),
  'bounded by $maxAge': bounded({ maxAge: 1 }),
  'bounded by $tb': bounded({ truncateBefore: 1 }),
};

/** An installation that was stopped. */
const anInstallation = async (log) => {
  const folder = aFolder('dosar-damage-');
  const service = await log.begin(folder);
  const server = await startServer({ dataDir: folder, port: await freePort(), environment: service.environment });
  const { people } = await aFirm(server.url, 2);
  for (let at = 0; at < 10; at += 1)
    for (const { ask } of people) must(await ask('POST', '/folders', { body: { name: `Acte ${at}` } }), 201);
  await pause(HEAD_KEPT_MS);
  await server.stop();
  await service.end();
  return { folder, people: people.map(({ email, client: { id } }) => ({ email, id })) };
};

/** The administrator sees only health. @returns its sentences about the log */
const lookAsAdmin = async (url, faults) => {
  const { body } = await client(url).anonymous('POST', '/auth/login', {
    body: { email: 'admin@dosar.test', password: 'Administrator-1' },
  });
  if (body.only !== 'health') faults.push('an administrator is not signed in to health alone');
  const ask = client(url).as(body.token);
  const { status } = await ask('GET', '/users');
  if (status !== 403) faults.push(`to health alone, GET /users is answered ${status}`);
  return must(await ask('GET', '/health/details'), 200, 'components').log.detail ?? '';
};

const NAMED =
  /is damaged|is missing|were known: it is older than|was rewritten|are there|cannot be read|was deleted on the server|is bounded on the server|is gone/;

/** @returns what does not hold */
const check = async (log, { folder, people }, { when, meddle }) => {
  const faults = [];
  const copy = aFolder('dosar-damage-');
  cpSync(folder, copy, { recursive: true });
  const service = await log.begin(copy);
  const start = async () => startServer({ dataDir: copy, port: await freePort(), environment: service.environment });
  let server = null;
  try {
    if (when === 'cold') await meddle(copy, service);
    const before = when === 'cold' ? positionsIn(log, copy).length : null;
    try {
      server = await start();
    } catch ({ message }) {
      const [line, ...more] = message.trimEnd().split('\n');
      return NAMED.test(line) && more.length === 0 ? [] : [`it does not start: ${message.slice(0, 400)}`];
    }
    const person = when === 'cold' ? null : await client(server.url).signIn(people[0].email);
    if (when !== 'cold') await meddle(copy, service);
    const began = Date.now();
    while (!NAMED.test(server.complained()) && Date.now() - began < WITHIN_MS) await pause(100);
    const tookMs = Date.now() - began;
    if (!NAMED.test(server.complained())) return [`nothing is said within ${WITHIN_MS} ms`];
    // by then all processes know of it
    await pause(1_500);
    const count = before ?? positionsIn(log, copy).length;
    const detail = await lookAsAdmin(server.url, faults);
    if (!NAMED.test(detail)) faults.push(`health: ${detail}`);
    const written = await (
      person ? person('POST', '/folders', { body: { name: 'Nu' } }) : client(server.url).signIn(people[1].email)
    ).catch((error) => error);
    if (written.status !== 503) faults.push(`a write is answered ${written.status ?? written}`);
    await pause(500);
    const left = positionsIn(log, copy).length;
    if (left !== count) faults.push(`${left - count} records were written`);
    if (faults.length === 0) console.log(`       after ${tookMs} ms: ${detail.slice(0, 200)}`);
    return faults;
  } finally {
    await server?.stop();
    await service.end();
    remove(copy);
  }
};

const rows = (log, name, { folder, people }) => {
  const all = positionsIn(log, folder);
  const places = { first: 0, [`${1 + random(all.length - 2)}th`]: -1, last: all.length - 1 };
  const [middle] = Object.keys(places).filter((place) => places[place] < 0);
  places[middle] = Number.parseInt(middle, 10);
  const gone = Object.entries(MEDDLED).flatMap(([how, work]) =>
    Object.entries(places).map(([place, at]) => ({
      title: `the ${place} record ${how}`,
      meddle: (copy) => {
        const other = at === all.length - 1 ? at - 1 : at + 1;
        inLog(log, copy, (db) => work(db, log, all[at], all[other]));
      },
    })),
  );
  const set = Object.entries(name === 'eventstore' ? SET : {}).map(([how, work]) => ({
    title: `a stream ${how}`,
    meddle: async (_, { url }) => {
      const server = EventStoreDBClient.connectionString(url);
      await work(server, `drive-${people[0].id}`);
      await server.dispose();
    },
  }));
  return [...gone, ...set].flatMap((row) => ['cold', 'running'].map((when) => ({ ...row, when })));
};

const isWanted = (name, { title, when }) =>
  positionals.every((word) => [name, when].includes(word) || title.includes(word));

let cases = 0;
let failures = 0;
console.log(`seed ${values.seed}`);
for (const [name, log] of Object.entries(LOGS)) {
  if (positionals.some((word) => word in LOGS) && !positionals.includes(name)) continue;
  const installation = await anInstallation(log);
  for (const row of rows(log, name, installation).filter((each) => isWanted(name, each))) {
    const faults = await check(log, installation, row).catch(({ stack }) => [stack]);
    cases += 1;
    failures += faults.length > 0 ? 1 : 0;
    console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}, ${row.when}: ${row.title}`);
    for (const fault of faults) console.error(`       ${fault}`);
  }
  remove(installation.folder);
}
console.log(JSON.stringify({ seed: Number(values.seed), cases, failures }));
await exit(failures > 0 || cases === 0 ? 1 : 0);
