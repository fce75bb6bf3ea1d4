// A service with a wrong address, password or version: the gateway must say so in one sentence that names the variable,
// without the password, and end with an exit code that is not zero.
//   node scripts/rel/refused-starts.mjs [--s3 url]
// A server that knows nobody and one that is too old are stand-ins, but for NATS, which is a real one; with --s3 (the
// address of an S3 server, as DOSAR_S3_URL) its refusal of a wrong secret is tried, too. S3 and NATS have no version that
// would be too old.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Client } from 'minio';
import { atEnd, exit } from '../ending.mjs';
import { ensureBuilt, ensurePrograms } from '../ensure.mjs';
import { killable } from '../services.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const { values } = parseArgs({ options: { s3: { type: 'string', default: process.env.DOSAR_S3_URL } } });
const PATIENCE_MS = 20_000;
const CANNOT_START = 78;

process.chdir(ROOT);
await ensureBuilt();
await ensurePrograms({ 'nats-server': 'nats-server' });

const started = async (command, argsOf) => {
  const port = await freePort();
  const server = killable(port, command, argsOf(String(port)));
  await server.start();
  atEnd(server.stop);
  return port;
};
const node = process.execPath;
const eventStore = (...more) =>
  started(node, (port) => ['scripts/services/eventstore/main.mjs', '--port', port, '--data', ':memory:', ...more]);
const mongo = (kind) => started(node, (port) => ['scripts/services/mongodb-gateway.mjs', port, '1', kind]);
const nats = (...more) => started('nats-server', (port) => ['-a', '127.0.0.1', '-p', port, '-l', '/dev/null', ...more]);
/** Something else altogether that listens there. */
const website = createServer((_, answer) => answer.end('hello')).listen(0, '127.0.0.1');
await once(website, 'listening');
const { port: web } = website.address();

const SECRET = 'a-wrong-secret';
const EVENTS = 'DOSAR_EVENTSTORE_URL';
const VIEWS = 'DOSAR_MONGODB_URL';
const DOCUMENTS = 'DOSAR_S3_URL';
const SIGNALS = 'DOSAR_NATS_URL';
const withSecret = (url) => url.replace(/:[^:@/]*@/, `:${SECRET}@`);
const nobody = await freePort();
const denying = await eventStore('--deny');
/** Several nodes; each stand-in alone is a cluster of its own. */
const cluster = (...ports) => `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`;
const silent = [await freePort(), await freePort(), await freePort()];

/** An installation that has begun to work there, in a folder of its own. */
const founded = async (environment = {}) => {
  const dataDir = aFolder();
  atEnd(() => remove(dataDir));
  const server = await startServer({ dataDir, port: await freePort(), environment });
  await server.stop();
  return dataDir;
};
const used = `esdb://127.0.0.1:${await eventStore()}/office?tls=false`;
await founded({ [EVENTS]: used });
/** What is left of an installation whose log and vault are gone. */
const bucketWithADocument = async (url) => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: protocol === 'https:',
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  });
  const bucket = `left-${Date.now()}`;
  await client.makeBucket(bucket, searchParams.get('region') ?? '');
  await client.putObject(bucket, '0a'.repeat(16), 'factura');
  const address = new URL(url);
  address.pathname = `/${bucket}`;
  return String(address);
};

/** What is said is not about the address alone. */
const BARE = { isBare: true };

const CASES = [
  ['three nodes, none answers', EVENTS, cluster(...silent), /no EventStoreDB answers at/],
  [
    'three nodes of two clusters',
    EVENTS,
    cluster(await eventStore(), await eventStore(), nobody),
    /do not belong to one cluster/,
  ],
  ...['a.b', '$all', 'ș', 'a/b'].map((prefix) => [
    `the prefix ${prefix}`,
    EVENTS,
    `esdb://127.0.0.1:${nobody}/${prefix}?tls=false`,
    /cannot be what the names of streams begin with/,
  ]),
  ["another installation's log, and a new vault", EVENTS, used, /the vault has no keys, though there is a log/, BARE],
  [
    "another installation's log, and a vault in use",
    EVENTS,
    used,
    /the vault belongs to another installation than the log/,
    { ...BARE, dataDir: await founded() },
  ],
  ['no replica set', VIEWS, `mongodb://127.0.0.1:${await mongo('standalone')}/dosar`, /it must be a replica set/],
  ['nobody listens', EVENTS, `esdb://ana:${SECRET}@127.0.0.1:${nobody}?tls=false`, /no EventStoreDB answers at/],
  ['not an address', EVENTS, `https://127.0.0.1:${nobody}`, /is not an address of EventStoreDB/],
  ['another server', EVENTS, `esdb://127.0.0.1:${web}?tls=false`, /no EventStoreDB answers at/],
  ['wrong password', EVENTS, `esdb://ana:${SECRET}@127.0.0.1:${denying}?tls=false`, /refuses this user and password/],
  ['too old', EVENTS, `esdb://127.0.0.1:${await eventStore('--version', '21.10.11')}?tls=false`, /version 21\.10\.11/],
  ['nobody listens', VIEWS, `mongodb://ana:${SECRET}@127.0.0.1:${nobody}/dosar`, /no MongoDB answers at/],
  ['not an address', VIEWS, `https://127.0.0.1:${nobody}`, /is not an address of MongoDB/],
  ['another server', VIEWS, `mongodb://127.0.0.1:${web}/dosar`, /no MongoDB answers at/],
  ['wrong password', VIEWS, `mongodb://ana:${SECRET}@127.0.0.1:${await mongo('deny')}/dosar`, /refuses this user/],
  ['too old', VIEWS, `mongodb://127.0.0.1:${await mongo('old')}/dosar`, /is too old/],
  ['nobody listens', DOCUMENTS, `http://ana:${SECRET}@127.0.0.1:${nobody}/dosar`, /no S3 server answers at/],
  ['not an address', DOCUMENTS, `127.0.0.1:${nobody}/dosar`, /is not an address of an S3 bucket/],
  ['another server', DOCUMENTS, `http://ana:${SECRET}@127.0.0.1:${web}/dosar`, /no S3 server answers at/],
  ...(values.s3
    ? [
        ['wrong password', DOCUMENTS, withSecret(values.s3), /refuses this key and secret/],
        [
          'documents, and no log that names them',
          DOCUMENTS,
          await bucketWithADocument(values.s3),
          /there is no log, but documents lie here: restore the log and the vault/,
          BARE,
        ],
      ]
    : []),
  ['nobody listens', SIGNALS, `nats://ana:${SECRET}@127.0.0.1:${nobody}`, /no NATS answers at/],
  ['not an address', SIGNALS, `https://127.0.0.1:${nobody}`, /is not an address of NATS/],
  ['another server', SIGNALS, `nats://127.0.0.1:${web}`, /no NATS answers at/],
  [
    'wrong password',
    SIGNALS,
    `nats://ana:${SECRET}@127.0.0.1:${await nats('--user', 'ana', '--pass', 'right')}`,
    /refuses this user and password/,
  ],
  ['not everything is given', 'DOSAR_PROFILE', 'distributed', /needs DOSAR_EVENTSTORE_URL, .* as well/],
];

/** @returns what is wrong with how it ends, or null. */
const faultOf = async ([, variable, value, sentence, { isBare = false, dataDir } = {}]) => {
  const folder = dataDir ?? aFolder();
  const child = spawn(node, ['apps/gateway/dist/main.js'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, DOSAR_DATA_DIR: folder, DOSAR_PORT: '0', [variable]: value },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit').catch(() => [null]);
  remove(folder);
  if (code === null) return `did not end by itself: ${said}`;
  const lines = said.trimEnd().split('\n');
  if (code !== CANNOT_START) return `ended with ${code}: ${said}`;
  const beginning = `Dosar cannot start: ${isBare ? '' : variable}`;
  if (lines.length !== 1 || !lines[0].startsWith(beginning) || !sentence.test(lines[0])) return `said ${said}`;
  return said.includes(SECRET) ? `told the password: ${said}` : null;
};

let failures = 0;
const waiting = [...CASES];
const tryOut = async () => {
  for (let each = waiting.shift(); each; each = waiting.shift()) {
    const fault = await faultOf(each);
    failures += fault ? 1 : 0;
    if (fault) console.error(`FAILED ${each[1]}, ${each[0]}: ${fault}`);
  }
};
// most of them only wait
await Promise.all([tryOut(), tryOut(), tryOut()]);
website.close();
console.log(
  JSON.stringify({
    refused: CASES.length - failures,
    not_run: values.s3 ? [] : ['a wrong secret of S3, and documents there: no server was named'],
    failures,
  }),
);
await exit(failures > 0 ? 1 : 0);
