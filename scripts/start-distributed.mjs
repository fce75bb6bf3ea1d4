// npm run start:distributed: installs and builds what is missing, waits for the services, then runs a gateway and a
// projector. Without addresses in the environment the services are those of docker-compose.yml.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

const WAIT_MS = 60_000;
const UNAVAILABLE = 69;

const SERVICES = {
  DOSAR_EVENTSTORE_URL: { name: 'EventStoreDB', port: 2113, url: 'esdb://localhost:2113?tls=false' },
  DOSAR_MONGODB_URL: {
    name: 'MongoDB',
    port: 27_017,
    url: 'mongodb://dosar:dosar-views@localhost:27017/dosar?directConnection=true',
  },
  DOSAR_S3_URL: { name: 'the S3 server', port: 9000, url: 'http://dosar:dosar-secret@localhost:9000/dosar' },
  DOSAR_NATS_URL: { name: 'NATS', port: 4222, url: 'nats://localhost:4222' },
  DOSAR_MEILISEARCH_URL: { name: 'Meilisearch', port: 7700, url: 'http://localhost:7700' },
};
/** The vault has a user of its own where nobody says otherwise. */
const VAULT = 'mongodb://vault:dosar-vault@localhost:27017/dosar_vault?directConnection=true';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** The master key of this machine's installation, made when it is started for the first time. */
const masterKey = () => {
  const folder = process.env.DOSAR_DATA_DIR || './data';
  const file = join(folder, 'distributed.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(folder, { recursive: true });
  const key = randomBytes(32).toString('hex');
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  console.log(`A master key was made: ${file}. Without it nothing that is stored can be read: keep a copy elsewhere.`);
  return key;
};

const given = Object.fromEntries(
  Object.entries(SERVICES).map(([variable, { url }]) => [variable, process.env[variable] || url]),
);
const environment = {
  ...process.env,
  ...given,
  ...(!process.env.DOSAR_MONGODB_URL && { DOSAR_VAULT_MONGODB_URL: process.env.DOSAR_VAULT_MONGODB_URL || VAULT }),
  ...(!process.env.DOSAR_MEILISEARCH_URL && {
    DOSAR_MEILISEARCH_KEY: process.env.DOSAR_MEILISEARCH_KEY || 'dosar-meilisearch-key',
  }),
  DOSAR_PROFILE: 'distributed',
  DOSAR_MASTER_KEY: process.env.DOSAR_MASTER_KEY || masterKey(),
};

/** Where a service listens, the first of its servers when there are several. */
const placeOf = (variable) => {
  const [, host, port] = /\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(given[variable]) ?? [];
  return { host, port: Number(port ?? SERVICES[variable].port) };
};
const listens = ({ host, port }) =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    socket.setTimeout(2_000, () => end(false));
  });

const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]);
const described = (variable) => {
  const { host, port } = placeOf(variable);
  return `${SERVICES[variable].name} (${host}:${port})`;
};

/** Those that nobody answers for yet. */
const silent = async () => {
  const variables = Object.keys(SERVICES);
  const answers = await Promise.all(variables.map((variable) => listens(placeOf(variable))));
  return variables.filter((_, at) => !answers[at]);
};

/** Asks every adapter to open its port. @returns what keeps it from that, in one sentence, or null */
const complaint = () => {
  const { status, stderr } = spawnSync(process.execPath, ['apps/projector/dist/main.js', '--check'], {
    env: environment,
    encoding: 'utf8',
  });
  return status === 0 ? null : stderr.trim().replace(/^.*cannot start: /, '');
};

const waitForServices = async () => {
  const until = Date.now() + WAIT_MS;
  let missing = await silent();
  if (missing.length > 0) console.log(`Waiting for ${listed(missing.map(described))}…`);
  for (; missing.length > 0 && Date.now() < until; missing = await silent())
    await new Promise((go) => setTimeout(go, 500));
  if (missing.length > 0)
    return `${listed(missing.map(described))} did not answer: docker compose up -d --wait starts the services`;
  let wrong = complaint();
  for (; wrong && Date.now() < until && /no .* answers/.test(wrong); wrong = complaint())
    await new Promise((go) => setTimeout(go, 1_000));
  return wrong;
};

await ensureInstalled();
await ensureBuilt();
const missing = await waitForServices();
if (missing) {
  console.error(`Dosar cannot start: ${missing}.`);
  process.exit(UNAVAILABLE);
}

const processes = ['projector', 'gateway'].map((app) =>
  spawn(process.execPath, ['--enable-source-maps', `apps/${app}/dist/main.js`], { stdio: 'inherit', env: environment }),
);
const endAll = (signal) => {
  for (const child of processes) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));
const ends = processes.map((child) => once(child, 'exit'));
// one alone is of no use
await Promise.race(ends);
endAll('SIGTERM');
const codes = (await Promise.all(ends)).map(([code]) => code ?? 1);
process.exit(Math.max(...codes));
