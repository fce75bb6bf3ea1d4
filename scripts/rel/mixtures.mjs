// The month of documents (documents.mjs) on every mixture of adapters: embedded, embedded with each single port on its
// service, all of them in one process, and the distributed profile with a projector of its own.
//   node scripts/rel/mixtures.mjs [name …]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { startServices } from '../services.mjs';
import { apart, startInstallation } from './installation.mjs';
import { ROOT } from './server.mjs';

const ALL = ['eventstore', 'mongodb', 's3', 'meilisearch', 'nats'];
const MIXTURES = {
  embedded: [],
  'embedded, the log on EventStoreDB': ['eventstore'],
  'embedded, views and vault on MongoDB': ['mongodb'],
  'embedded, documents on S3': ['s3'],
  'embedded, documents found by Meilisearch': ['meilisearch'],
  'embedded, signals on NATS': ['nats'],
  'embedded, all of them replaced': ALL,
  'distributed, with a projector of its own': ALL,
};

const given = process.env.DOSAR_EVENTSTORE_URL;
/** What the log was in the mixtures that have it on EventStoreDB. */
let logServer = given ? `EventStoreDB at ${given.replace(/\/\/[^@/]*@/, '//')}` : null;

/** A log of its own: on the server that is named, under a prefix of its own, or on a stand-in. */
const aLog = async (at) => {
  if (given) {
    const url = given.replace(/^(esdb[^:]*:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/, `$1/mixture-${Date.now()}-${at}$2`);
    return { environment: { DOSAR_EVENTSTORE_URL: url }, end: async () => {} };
  }
  const started = await startServices(['eventstore']);
  logServer = started.services.eventstore.server;
  return started;
};

/** @returns the figures of the script, and whether it was content. */
const documents = async (url) => {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/rel/documents.mjs'), '--url', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit');
  return { ok: code === 0, figures: said.trim().split('\n').at(-1) };
};

process.chdir(ROOT);
await ensureBuilt();
const words = process.argv.slice(2);
const wanted = Object.entries(MIXTURES).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);
const needed = new Set(wanted.flatMap(([, ports]) => ports));
const shared = await startServices(ALL.filter((name) => name !== 'eventstore' && needed.has(name)));
let failed = 0;
for (const [at, [name, ports]] of wanted.entries()) {
  // a log belongs to one installation
  const own = ports.includes('eventstore') ? await aLog(at) : null;
  const addresses = ports
    .filter((port) => port !== 'eventstore')
    .map((port) => shared.services[port])
    .flatMap(({ variable, url, more = {} }) => [[variable, url], ...Object.entries(more)]);
  const environment = { ...apart(Object.fromEntries(addresses), `mixture-${at}`), ...own?.environment };
  const profile = name.startsWith('distributed') ? 'distributed' : 'embedded';
  const started = performance.now();
  let result;
  let installation = null;
  try {
    installation = await startInstallation(environment, { profile });
    const { ok, figures } = await documents(installation.url);
    const codes = await installation.stop();
    result = { ok: ok && codes.every((code) => code === 0), figures: `${figures} exits: ${codes}` };
  } catch (error) {
    result = { ok: false, figures: error.message };
  }
  installation?.forget();
  await own?.end();
  failed += result.ok ? 0 : 1;
  console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  console.log(`       ${result.figures}`);
}
const servers = Object.values(shared.services).map(({ server }) => server);
if (needed.has('eventstore')) servers.push(logServer);
console.log(JSON.stringify({ mixtures: wanted.length, failures: failed, servers }));
await exit(failed > 0 ? 1 : 0);
