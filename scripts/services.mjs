// The services of the distributed profile on this machine, for tests, on loopback and on free ports.
//   node scripts/services.mjs [eventstore mongodb s3 meilisearch nats]             starts them, says where, stops them when told
//   node scripts/services.mjs [eventstore mongodb s3 meilisearch nats] -- command  runs a command with their addresses in between
// NATS is the real server. S3 is Ceph's gateway. MongoDB is the DocumentDB engine behind a small gateway. EventStoreDB and
// Meilisearch are our own stand-ins, which only speak their protocols. The first start installs packages (Debian, as root).
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd, exit } from './ending.mjs';
import { ensurePrograms, run } from './ensure.mjs';
import { freePort } from './free-port.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What was downloaded once is kept for the next time. */
const KEPT = '/var/tmp/dosar-services';

const answersAt = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** A process that can be killed as a power cut would, and started again. */
export const killable = (port, command, args) => {
  let child = null;
  return {
    async start() {
      child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
      for (let waited = 0; !(await answersAt(port)); waited += 1) {
        if (waited > 200 || child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} did not start`);
        await new Promise((go) => setTimeout(go, 50));
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    signal: (signal) => child.kill(signal),
  };
};

const makers = {
  async eventstore(folder, atEnd) {
    const port = await freePort();
    const data = join(folder, 'events.db');
    const stand = killable(port, process.execPath, [
      'scripts/services/eventstore/main.mjs',
      '--port',
      String(port),
      '--data',
      data,
    ]);
    atEnd(stand.stop);
    await stand.start();
    return {
      ...stand,
      data,
      variable: 'DOSAR_EVENTSTORE_URL',
      url: `esdb://127.0.0.1:${port}?tls=false`,
      server: 'a stand-in that speaks EventStoreDB’s protocol',
    };
  },
  async mongodb(_folder, atEnd) {
    await ensurePrograms({ debootstrap: 'debootstrap' });
    mkdirSync(KEPT, { recursive: true });
    const port = await freePort();
    const engine = await freePort();
    const place = [join(KEPT, 'sid'), String(engine)];
    atEnd(async () => spawnSync('scripts/services/documentdb.sh', ['down', ...place], { cwd: ROOT }));
    await run('scripts/services/documentdb.sh', ['up', ...place], { cwd: ROOT });
    const gateway = killable(port, process.execPath, [
      'scripts/services/mongodb-gateway.mjs',
      String(port),
      String(engine),
    ]);
    atEnd(gateway.stop);
    await gateway.start();
    return {
      ...gateway,
      variable: 'DOSAR_MONGODB_URL',
      url: `mongodb://127.0.0.1:${port}/dosar?directConnection=true`,
      more: { DOSAR_MONGODB_ENGINE: String(engine) },
      server: 'the DocumentDB engine behind a gateway that speaks MongoDB’s protocol',
    };
  },
  async s3(folder, atEnd) {
    const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];
    await ensurePrograms({ radosgw: packages[0], 'ceph-mon': packages[1], 'ceph-osd': packages[2], ceph: packages[3] });
    const place = [join(folder, 's3'), String(await freePort())];
    const script = (what) => run('scripts/services/s3.sh', [what, ...place], { cwd: ROOT });
    atEnd(() => script('down'));
    await script('up');
    return {
      start: () => script('resume'),
      stop: () => script('pause'),
      variable: 'DOSAR_S3_URL',
      url: `http://dosar:dosar-secret@127.0.0.1:${place[1]}/dosar`,
      server: 'Ceph’s S3 gateway',
    };
  },
  async meilisearch(folder, atEnd) {
    const port = await freePort();
    const key = randomBytes(16).toString('hex');
    const args = ['--port', String(port), '--data', join(folder, 'meilisearch.jsonl'), '--key', key];
    const stand = killable(port, process.execPath, ['scripts/services/meilisearch/main.mjs', ...args]);
    atEnd(stand.stop);
    await stand.start();
    return {
      ...stand,
      variable: 'DOSAR_MEILISEARCH_URL',
      url: `http://127.0.0.1:${port}`,
      more: { DOSAR_MEILISEARCH_KEY: key },
      server: 'a stand-in that speaks Meilisearch’s protocol',
    };
  },
  async nats(_folder, atEnd) {
    await ensurePrograms({ 'nats-server': 'nats-server' });
    const port = await freePort();
    const nats = killable(port, 'nats-server', ['--addr', '127.0.0.1', '--port', String(port), '--log', '/dev/null']);
    atEnd(nats.stop);
    await nats.start();
    return {
      ...nats,
      variable: 'DOSAR_NATS_URL',
      url: `nats://127.0.0.1:${port}`,
      server: 'a real NATS server',
    };
  },
};

export const SERVICES = Object.keys(makers);

/** Those that can be started on this machine within a minute or two: an engine for MongoDB takes long to be fetched. */
export const servicesHere = () =>
  SERVICES.filter(
    (name) => name !== 'mongodb' || existsSync(join(KEPT, 'sid/usr/lib/postgresql/18/lib/pg_documentdb.so')),
  );

/**
 * Starts services; each can be stopped in the middle of work, as if it had been killed, and started again where it was.
 * @param {readonly string[]} names
 */
export const startServices = async (names) => {
  const folder = mkdtempSync(join(tmpdir(), 'dosar-services-'));
  const services = {};
  const ends = [async () => rmSync(folder, { recursive: true, force: true })];
  const end = async () => {
    for (let next = ends.pop(); next; next = ends.pop()) await next();
    over();
  };
  const over = atEnd(end);
  try {
    for (const name of names) services[name] = await makers[name](folder, (work) => ends.push(work));
  } catch (error) {
    await end();
    throw error;
  }
  const environment = Object.fromEntries(
    Object.values(services).flatMap(({ variable, url, server, more = {} }) => [
      [variable, url],
      ...Object.entries(more),
      // so that whoever reports on it can say which server it was
      [`${variable}_SERVER`, server],
    ]),
  );
  return { services, environment, end };
};

const main = async (args) => {
  const split = args.indexOf('--');
  const named = split < 0 ? args : args.slice(0, split);
  const command = split < 0 ? [] : args.slice(split + 1);
  const { services, environment } = await startServices(named.length > 0 ? named : SERVICES);
  for (const { variable, url, server } of Object.values(services))
    console.log(`export ${variable}='${url}'  # ${server}`);
  let code = 0;
  if (command.length > 0) {
    const child = spawn(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, ...environment } });
    const over = atEnd(() => {
      child.kill('SIGTERM');
      return ended;
    });
    const ended = once(child, 'exit');
    [code] = await ended;
    over();
  } else {
    // until a signal comes, which ends all that was started
    await new Promise(() => setInterval(() => {}, 2 ** 30));
  }
  await exit(code ?? 1);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
