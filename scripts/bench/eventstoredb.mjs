// The log on EventStoreDB against its bare driver: the same texts, the same server, in turns.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binaryEvent, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { rolldown } from 'rolldown';
import { serverBundle } from '../config/rolldown.shared.mjs';
import { freePort, ROOT } from '../rel/server.mjs';
import { killable } from '../services.mjs';
import { inParallel } from './measure.mjs';

/** Short rounds in turns: whatever else the machine does meanwhile, it does to both. */
const ROUNDS = 31;
const ROUND_S = 0.5;

const loaded = async () => {
  const dir = join(ROOT, 'apps/gateway/dist-bench');
  const input = {
    'eventstoredb-kernel': join(ROOT, 'libs/kernel/runtime.ts'),
    eventstoredb: join(ROOT, 'libs/adapters/event-store/eventstoredb/eventstoredb.ts'),
  };
  const { output, ...options } = serverBundle(input, dir);
  const bundle = await rolldown({ ...options, logLevel: 'silent' });
  await bundle.write(output);
  const load = (name) => import(pathToFileURL(join(dir, `${name}.js`)).href);
  return { ...(await load('eventstoredb-kernel')), ...(await load('eventstoredb')) };
};

const textOf = ({ canonical }, id, stream, revision) =>
  canonical({ v: 2, id, stream, revision, type: 'FolderCreated', version: 1, padding: 'x'.repeat(1_000) });

/** Appends through one client, to a stream a lane: in each round as many as it is told, to new streams. */
const appending = (kernel, name, append) => async (lanes, count) => {
  const streams = Array.from({ length: lanes }, () => `${name}-${kernel.newId()}`);
  const revisions = Array(lanes).fill(-1);
  const { rate } = await inParallel(lanes, count, async (lane) => {
    const id = kernel.newId();
    const stream = streams[lane];
    const seen = revisions[lane];
    revisions[lane] += 1;
    await append({ id, stream, seen, text: textOf(kernel, id, stream, seen + 1) });
  });
  return rate;
};

const bareClient = (url, kernel) => {
  const client = EventStoreDBClient.connectionString(url);
  const append = ({ id, stream, seen, text }) => {
    const event = binaryEvent({
      id,
      type: 'FolderCreated',
      data: Buffer.from(text),
      metadata: { $correlationId: id },
    });
    return client.appendToStream(stream, [event], { expectedRevision: seen < 0 ? NO_STREAM : BigInt(seen) });
  };
  return { round: appending(kernel, 'bare', append), close: () => client.dispose() };
};

const ownClient = async (url, kernel) => {
  const store = await kernel.eventStoreDb(url);
  const append = ({ id, stream, seen, text }) => store.append(stream, seen, [{ id, type: 'FolderCreated', text }]);
  return { round: appending(kernel, 'ours', append), close: () => store.close() };
};

/** Appends a second, ours and the bare driver's, by so many at a time: the round in the middle. */
export const benchEventStore = async (lanes, url, kernel) => {
  const clients = { bare: bareClient(url, kernel), own: await ownClient(url, kernel) };
  let count = 100 + lanes * 10;
  for (const which of ['bare', 'own', 'bare', 'own'])
    count = Math.ceil((await clients[which].round(lanes, count)) * ROUND_S);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const both = { bare: 0, own: 0 };
    // neither is always the first: the file of the server grows meanwhile
    for (const which of round % 2 === 0 ? ['bare', 'own'] : ['own', 'bare'])
      both[which] = await clients[which].round(lanes, count);
    rounds.push(both);
  }
  for (const { close } of Object.values(clients)) await close();
  return rounds.sort((a, b) => a.own / a.bare - b.own / b.bare)[Math.floor(ROUNDS / 2)];
};

/** At the server whose address is given, else at the stand-in, which then keeps everything in memory: it is not what is measured. */
export const withEventStore = async (work) => {
  const given = process.env.DOSAR_EVENTSTORE_URL;
  const port = await freePort();
  const main = 'scripts/services/eventstore/main.mjs';
  const own = killable(port, process.execPath, [main, '--port', String(port), '--data', ':memory:']);
  if (!given) await own.start();
  const server = given ? `the server at ${given.replace(/\/\/[^@/]*@/, '//')}` : 'the stand-in, in memory';
  try {
    await work(given ?? `esdb://127.0.0.1:${port}?tls=false`, await loaded(), server);
  } finally {
    await own.stop();
  }
};
