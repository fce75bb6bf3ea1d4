// The sockets under many people: who hears what, what comes back after a lost line, and what it costs.
//   npm run rel:sockets -- --short
//   npm run rel:sockets -- delivered soon room idle
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { client } from './client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { delivered } from './sockets/delivered.mjs';
import { floods } from './sockets/floods.mjs';
import { frames } from './sockets/frames.mjs';
import { idle } from './sockets/idle.mjs';
import { lostLines } from './sockets/lost-lines.mjs';
import { room } from './sockets/room.mjs';
import { soon } from './sockets/soon.mjs';
import { stoppedReaders } from './sockets/stopped-readers.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: '7' } },
});
const seed = Number(values.seed);
const sizes = values.short
  ? {
      delivered: { tenants: 2, acts: 100 },
      frames: { count: 2_000 },
      // the slowest of so few says more of the machine
      floods: { messages: 60, rounds: 2, longer: 4 },
      lost: { messages: 1_000, readers: 5 },
      stopped: { readers: 10, messages: 100 },
      // what so few are told says nothing of the cost of telling many
      room: { sockets: 50, paced: 4, burst: 8, ratio: 0, people: 50, rounds: 2, readMs: 250 },
      // the slowest of so few says more of the machine
      soon: { messages: 100, p99Ms: 1_000 },
      idle: { sockets: 200, users: 20, clients: 4, heldMs: 2_000 },
    }
  : {
      delivered: { tenants: 5, acts: 2_000 },
      frames: { count: 50_000 },
      floods: { messages: 1_000, rounds: 5, longer: 1.2 },
      lost: { messages: 100_000, readers: 10 },
      stopped: { readers: 50, messages: 2_000 },
      room: { sockets: 1_000, paced: 40, burst: 100, ratio: 0.7, people: 1_000, rounds: 3, readMs: 250 },
      soon: { messages: 1_000, p99Ms: 30 },
      // longer than a line is silent
      idle: { sockets: 10_000, users: 200, clients: 40, heldMs: 30_000 },
    };

const parts = {
  delivered: ({ url }) => delivered(url, { ...sizes.delivered, seed }),
  frames: (running, admin) => frames(running, admin, { ...sizes.frames, seed }),
  floods: () => floods(sizes.floods),
  lost: ({ url }, admin) => lostLines(url, admin, sizes.lost),
  stopped: (running, admin) => stoppedReaders(running, admin, sizes.stopped),
  room: ({ url }, admin) => room(url, admin, sizes.room),
  soon: ({ url }, admin) => soon(url, admin, sizes.soon),
  idle: () => idle(sizes.idle),
};

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort() });
const admin = await client(server.url).admin();
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
let wrong = 0;
for (const name of wanted) {
  const started = performance.now();
  const { wrong: found, said } = await parts[name](server, admin);
  for (const each of found.slice(0, 20)) console.log(`WRONG ${name}: ${each}`);
  wrong += found.length;
  console.log(`${name}: ${said} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
await server.stop();
remove(dataDir);
remove(join(ROOT, 'apps/gateway/dist-bench'));
console.log(`${wanted.length} parts, ${wrong} wrong`);
await exit(wrong > 0 ? 1 : 0);
