// Strangers, and somebody who is signed in, flood the server from a process of their own: a person's calls and socket are
// never refused or cut, the health answers nearly as soon as a bare server's under the same flood, and memory comes back.
//   npm run rel:floods                      (2 s each; all come from this machine's one address)
//   npm run rel:floods -- --seconds 300 polling headers
//   npm run rel:floods -- --short           (half a second each, without the bare server)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { atEnd, exit } from '../ending.mjs';
import { percentile } from '../percentile.mjs';
import { client } from './client.mjs';
import { memoryOf } from './process.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { pause, until } from './sockets/lines.mjs';
import { aTenant } from './sockets/people.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '2' }, short: { type: 'boolean', default: false } },
});
const KINDS = [
  'bodies',
  'polling',
  'websockets',
  'connect',
  'headers',
  'slow',
  'unread',
  'pipelined',
  'crumbs',
  'typing',
  'frames',
];
const seconds = values.short ? 0.5 : Number(values.seconds);
/** Shorter runs are too noisy to be judged. */
const isMeasured = seconds >= 30;
const MOST_TIMES = 2;
const MOST_MS = 2_000;
const GROWTH_MB = 100;
const BACK_MS = 60_000;

const child = (file, ...args) => {
  const path = fileURLToPath(new URL(`./floods/${file}.mjs`, import.meta.url));
  const started = spawn(process.execPath, [path, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const over = atEnd(() => started.kill('SIGKILL'));
  void once(started, 'exit').then(over);
  return started;
};

const health = (url) =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(`${url}/api/health/live`, { agent: false }, (answer) => {
      const isOk = answer.statusCode === 200;
      const done = () =>
        isOk ? resolve(performance.now() - began) : reject(new Error(`health: ${answer.statusCode}`));
      answer.resume().on('end', done);
    });
    asked.on('error', reject).end();
  });

/** Floods a server and observes it meanwhile. @returns the times of health, and how much was sent */
const flooded = async (kind, url, token) => {
  const flood = child('flood', kind, url, token);
  const times = [];
  await once(flood.stdout, 'data');
  await pause(200);
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(5)) times.push(await health(url));
  const said = once(flood.stdout, 'data');
  flood.kill('SIGTERM');
  return { times, figures: JSON.parse(String((await said)[0])) };
};

/** A person at the same address: calls, a socket that stays, and new ones. */
const aPerson = async (url, { token, ask }) => {
  const faults = [];
  const options = {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    protocols: ['dosar', token],
    extraHeaders: { authorization: `Bearer ${token}` },
  };
  const open = async (transport) => {
    const socket = io(url, { ...options, transports: [transport] });
    socket.once('connect_error', ({ message }) => faults.push(`a new socket by ${transport}: ${message}`));
    await until(() => socket.connected || faults.length > 0, 'a socket of somebody');
    return socket;
  };
  const socket = await open('websocket');
  socket.on('disconnect', (reason) => faults.push(`the socket was cut: ${reason}`));
  let isOver = false;
  let times = 0;
  const going = async (work, everyMs) => {
    for (; !isOver; await pause(everyMs)) await work().catch(({ message }) => faults.push(message));
  };
  const works = Promise.all([
    going(async () => {
      const { status } = await ask('GET', '/users/me');
      times += 1;
      if (status !== 200) faults.push(`a call was answered ${status}`);
    }, 50),
    going(async () => {
      const answer = await socket
        .timeout(10_000)
        .emitWithAck('presence:set', { status: times % 2 ? 'busy' : 'online' });
      if (answer.code) faults.push(`an event was answered ${answer.code}`);
    }, 100),
    going(async () => (await open('websocket')).disconnect(), 300),
    going(async () => (await open('polling')).disconnect(), 300),
  ]);
  return async () => {
    isOver = true;
    await works;
    socket.removeAllListeners('disconnect');
    socket.disconnect();
    return faults;
  };
};

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort(), environment: { DOSAR_LIMITS: 'on' } });
const { url, pid } = server;
const barePort = await freePort();
const bare = values.short ? null : child('bare-server', barePort);
if (bare) await once(bare.stdout, 'data');
const { clients } = await aTenant(url, await client(url).admin(), [1, 1]);
const [person, flooder] = clients.map(({ users }) => users[0]);
let wrong = 0;
const check = (holds, what) => {
  if (holds) return;
  wrong += 1;
  console.log(`WRONG ${what}`);
};
const ms = (number) => `${number.toFixed(1)} ms`;
const before = memoryOf(pid);
const all = positionals.length > 0 ? positionals : KINDS;
for (const kind of all) {
  const floor = bare ? percentile((await flooded(kind, `http://127.0.0.1:${barePort}`, 'x')).times, 0.99) : null;
  const leave = await aPerson(url, person);
  const { times, figures } = await flooded(kind, url, flooder.token);
  const p99 = percentile(times, 0.99);
  const most = memoryOf(pid);
  for (const fault of new Set(await leave())) check(false, `${kind}: ${fault}`);
  check(p99 < MOST_MS, `${kind}: the health is answered after ${ms(p99)} (p99)`);
  if (isMeasured && floor)
    check(p99 <= floor * MOST_TIMES, `${kind}: p99 is ${(p99 / floor).toFixed(1)} times that of a bare server`);
  const compared = floor ? `, bare ${ms(floor)}: ${(p99 / floor).toFixed(1)}` : '';
  console.log(`${kind}: p99 ${ms(p99)}${compared}; ${most.toFixed(0)} MB; ${JSON.stringify(figures)}`);
}
const isBack = () => memoryOf(pid) < before + GROWTH_MB;
const began = Date.now();
while (!isBack() && Date.now() < began + BACK_MS) await pause(500);
check(isBack(), `the memory is ${memoryOf(pid).toFixed(0)} MB, and was ${before.toFixed(0)} MB before`);
console.log(
  `memory: ${before.toFixed(0)} MB before, ${memoryOf(pid).toFixed(0)} MB after ${((Date.now() - began) / 1_000).toFixed(0)} s`,
);
bare?.kill('SIGKILL');
await server.stop();
remove(dataDir);
console.log(`${all.length} floods, ${wrong} wrong`);
await exit(wrong > 0 ? 1 : 0);
