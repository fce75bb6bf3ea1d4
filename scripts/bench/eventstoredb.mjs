// The log on EventStoreDB against its bare driver: the same texts, the same server, in turns.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binaryEvent, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { rolldown } from 'rolldown';
import { serverBundle } from '../config/rolldown.shared.mjs';
import { freePort, ROOT } from '../rel/server.mjs';
import { killable } from '../services.mjs';
import { inParallel } from './measure.mjs';

const ROUNDS = 5;

const loaded = async () => {
  const dir = join(ROOT, 'apps/gateway/dist-bench');
  const input = {
    'eventstoredb-kernel': join(ROOT, 'libs/kernel/runtime.ts'),
    eventstoredb: join(ROOT, 'libs/adapters/event-store/eventstoredb.ts'),
  };
  const { output, ...options } = serverBundle(input, dir);
  const bundle = await rolldown({ ...options, logLevel: 'silent' });
  await bundle.write(output);
  const load = (name) => import(pathToFileURL(join(dir, `${name}.js`)).href);
  return { ...(await load('eventstoredb-kernel')), ...(await load('eventstoredb')) };
};

const textOf = ({ canonical }, id, stream, revision) =>
  canonical({ v: 1, id, stream, revision, type: 'FolderCreated', version: 1, padding: 'x'.repeat(1_000) });

const bareRound = async (url, kernel, lanes, count) => {
  const client = EventStoreDBClient.connectionString(url);
  const streams = Array.from({ length: lanes }, () => `bare-${kernel.newId()}`);
  const revisions = Array(lanes).fill(-1);
  const { rate } = await inParallel(lanes, count, async (lane) => {
    const [id, stream, seen] = [kernel.newId(), streams[lane], revisions[lane]];
    revisions[lane] += 1;
    const data = Buffer.from(textOf(kernel, id, stream, seen + 1));
    const event = binaryEvent({ id, type: 'FolderCreated', data, metadata: { $correlationId: id } });
    await client.appendToStream(stream, [event], { expectedRevision: seen < 0 ? NO_STREAM : BigInt(seen) });
  });
  await client.dispose();
  return rate;
};

const ownRound = async (url, kernel, lanes, count) => {
  const store = await kernel.eventStoreDb(url);
  const streams = Array.from({ length: lanes }, () => `ours-${kernel.newId()}`);
  const revisions = Array(lanes).fill(-1);
  const { rate } = await inParallel(lanes, count, async (lane) => {
    const [id, stream, seen] = [kernel.newId(), streams[lane], revisions[lane]];
    revisions[lane] += 1;
    await store.append(stream, seen, [{ id, type: 'FolderCreated', text: textOf(kernel, id, stream, seen + 1) }]);
  });
  await store.close();
  return rate;
};

/** Appends a second, ours and the bare driver's, by so many at a time: the round in the middle. */
export const benchEventStore = async (lanes, count, url, kernel) => {
  const rounds = [];
  await ownRound(url, kernel, lanes, Math.ceil(count / 4));
  for (let round = 0; round < ROUNDS; round += 1) {
    const both = { bare: 0, own: 0 };
    // neither is always the first: the file of the server grows meanwhile
    for (const which of round % 2 === 0 ? ['bare', 'own'] : ['own', 'bare'])
      both[which] = await (which === 'bare' ? bareRound : ownRound)(url, kernel, lanes, count);
    rounds.push(both);
  }
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
