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
import { ensureBuilt, ensurePrograms } from '../ensure.mjs';
import { killable } from '../services.mjs';
import { aFolder, freePort, remove, ROOT } from './server.mjs';

const { values } = parseArgs({ options: { s3: { type: 'string', default: process.env.DOSAR_S3_URL } } });
const PATIENCE_MS = 20_000;
const CANNOT_START = 78;

process.chdir(ROOT);
await ensureBuilt();
await ensurePrograms({ 'nats-server': 'nats-server' });

const servers = [];
const started = async (command, argsOf) => {
  const port = await freePort();
  const server = killable(port, command, argsOf(String(port)));
  await server.start();
  servers.push(server);
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
const CASES = [
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
  ...(values.s3 ? [['wrong password', DOCUMENTS, withSecret(values.s3), /refuses this key and secret/]] : []),
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
const faultOf = async ([, variable, value, sentence]) => {
  const folder = aFolder();
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
  if (lines.length !== 1 || !lines[0].startsWith(`Dosar cannot start: ${variable}`) || !sentence.test(lines[0]))
    return `said ${said}`;
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
for (const server of servers) await server.stop();
website.close();
console.log(
  JSON.stringify({
    refused: CASES.length - failures,
    not_run: values.s3 ? [] : ['a wrong secret of S3: no server was named'],
    failures,
  }),
);
process.exit(failures > 0 ? 1 : 0);
