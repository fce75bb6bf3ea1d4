// Somebody says over their line far more than they may: the others hear each other as soon as while the same flood goes to
// another process of this machine, and of what is too much nothing is passed on.
import { Worker } from 'node:worker_threads';
import { percentile } from '../../percentile.mjs';
import { client } from '../client.mjs';
import { aFolder, freePort, remove, startServer } from '../server.mjs';
import { bareServer } from './bare.mjs';
import { pause, quickCalls, socketTo, until } from './lines.mjs';
import { aTenant } from './people.mjs';

const WARM = 20;
const A_SECOND = 10_000;
/** A session may say so many at once, and so many more a second. */
const BURST = 40;
const RATE = 20;
/** Slower than one who talks is refused. */
const PAUSE_MS = 60;

const aFlood = (url, token, frame) => {
  const workerData = { url, token, frame, perSecond: A_SECOND };
  const worker = new Worker(new URL('./flood.worker.mjs', import.meta.url), { workerData });
  return async () => {
    worker.postMessage('stop');
    const [figures] = await new Promise((resolve) => worker.once('message', (...told) => resolve(told)));
    await worker.terminate();
    return figures;
  };
};

/** @param longer so many times as long others wait at most */
export const floods = async ({ messages, rounds, longer: most }) => {
  const dataDir = aFolder();
  const server = await startServer({ dataDir, port: await freePort(), environment: { DOSAR_LIMITS: 'on' } });
  const { url } = server;
  const admin = await client(url).admin();
  const { accountant, clients } = await aTenant(url, admin, [1, 1]);
  const [one, other] = clients;
  const heardAt = new Map();
  let passedOn = 0;
  const listener = await socketTo(url, { token: accountant.token }, (socket) => {
    socket.on('message:new', ({ message }) => heardAt.set(message.text, performance.now()));
    socket.on('typing', () => (passedOn += 1));
  });
  const call = quickCalls(url)(one.users[0].token);
  const bare = await bareServer();
  const frame = `42${JSON.stringify(['typing', { conversation_id: other.id, typing: true }])}`;
  const floodedBy = { 'this server': [url, other.users[0].token], 'another process': [bare.url, ''] };
  const times = { nobody: [], ...Object.fromEntries(Object.keys(floodedBy).map((each) => [each, []])) };

  let number = 0;
  const talk = async (many, into) => {
    for (let at = 0; at < many; at += 1) {
      const text = `${(number += 1)}`;
      const sentAt = performance.now();
      await call('POST', `/conversations/${one.id}/messages`, { text });
      await until(() => heardAt.has(text), 'it is heard');
      into?.push(heardAt.get(text) - sentAt);
      await pause(PAUSE_MS);
    }
  };
  const wrong = [];
  const figures = { said: 0, lines: 0 };
  await talk(WARM);
  for (let round = 0; round < rounds; round += 1) {
    await talk(messages / rounds, times.nobody);
    for (const [whom, [to, token]] of Object.entries(floodedBy)) {
      const before = passedOn;
      const started = performance.now();
      const stop = aFlood(to, token, frame);
      await pause(500);
      await talk(messages / rounds, times[whom]);
      const { said, lines } = await stop();
      const allowed = BURST + (RATE * (performance.now() - started)) / 1_000;
      if (whom === 'another process') continue;
      await pause(500);
      figures.said += said;
      figures.lines += lines;
      if (passedOn - before > allowed + 1)
        wrong.push(`${passedOn - before} of ${said} are passed on, ${allowed.toFixed(0)} may be`);
    }
  }
  listener.disconnect();
  await bare.stop();
  await server.stop();
  remove(dataDir);
  const p99 = (whom) => percentile(times[whom], 0.99);
  const longer = p99('this server') / p99('another process');
  if (longer > most) wrong.push(`the others' p99 is ${longer.toFixed(2)} of what it is while another is flooded`);
  const said = Object.keys(times).map((whom) => `${p99(whom).toFixed(1)} ms while ${whom} is flooded`);
  return {
    wrong,
    said: `${figures.said.toFixed(0)} events on ${figures.lines} lines; the others' p99: ${said.join(', ')}`,
  };
};
