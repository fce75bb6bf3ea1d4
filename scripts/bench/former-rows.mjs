// What it costs that a view keeps what its rows were: time and bytes of a write, and what is read in its past.
//   node scripts/bench/former-rows.mjs      with DOSAR_MONGODB_URL also of MongoDB (npm run services -- mongodb says it)
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ours } from './log.mjs';

const ROWS = 1_000;
const TIMES = 10;
const BATCH = 100;
const ROUNDS = 3;
const READS = 500;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const perCall = async (work) => {
  const began = performance.now();
  for (let at = 0; at < READS; at += 1) await work(at);
  return ((performance.now() - began) * 1_000) / READS;
};

let made = 0;
const aView = (keepsFormer) => ({
  view: `bench_${process.pid}_${(made += 1)}`,
  version: 1,
  columns: { client_id: 'text', folder_id: 'text', sort_name: 'text', size: 'integer' },
  indexes: [['client_id', 'folder_id', 'sort_name']],
  ...(keepsFormer && { keepsFormer }),
});

/** A row as large as that of a file: 20 in a folder. */
const aRow = (number, position) => {
  const folder_id = `folder-${Math.floor(number / 20)}`;
  const columns = { client_id: 'client', folder_id, sort_name: `factura ${number} ${position % 7n}`, size: number };
  const id = `row-${number}`;
  const json = JSON.stringify({ id, ...columns, more: 'x'.repeat(400) });
  return { id, json, columns, position, subjects: [`user-${number % 5}`], terms: [] };
};

const fill = async (store, view) => {
  await store.open([view]);
  await store.settle(view);
  let position = 0n;
  const began = performance.now();
  for (let time = 0; time < TIMES; time += 1)
    for (let from = 0; from < ROWS; from += BATCH) {
      const writes = Array.from({ length: BATCH }, (_, at) => aRow(from + at, (position += 1n)));
      await store.apply([{ view, writes, audiences: new Map() }], { position, leaf: 'x' });
    }
  return { position, us: ((performance.now() - began) * 1_000) / (ROWS * TIMES) };
};

const read = async (store, view, at) => ({
  get: await perCall((call) => store.get(view, `row-${call % ROWS}`, at)),
  find: await perCall((call) => {
    const where = { client_id: 'client', folder_id: `folder-${call % 50}` };
    return store.find(view, { where, order: [['sort_name', 'asc']], limit: 20 }, at);
  }),
});

/** @param measured opens a store of its own, and says how many bytes it came to */
const compare = async (name, measured) => {
  const found = { without: [], with: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['without', 'with']) {
      const view = aView(kind === 'with');
      const { store, bytes } = await measured(view);
      const { position, us } = await fill(store, view);
      const now = await read(store, view);
      const past = kind === 'with' ? await read(store, view, position / 2n) : now;
      found[kind].push({ us, bytes: (await bytes()) / (ROWS * TIMES), now, past });
    }
  const of = (kind, what) => median(found[kind].map(what));
  for (const kind of ['without', 'with'])
    console.log(
      `${name}, ${kind}: ${of(kind, ({ us }) => us).toFixed(0)} µs and ${of(kind, ({ bytes }) => bytes).toFixed(0)} bytes a write;` +
        ` get ${of(kind, ({ now }) => now.get).toFixed(0)} µs, find ${of(kind, ({ now }) => now.find).toFixed(0)} µs;` +
        ` in the past get ${of(kind, ({ past }) => past.get).toFixed(0)} µs, find ${of(kind, ({ past }) => past.find).toFixed(0)} µs`,
    );
};

const bundle = await ours();
const folder = mkdtempSync(join(tmpdir(), 'dosar-bench-'));
const { sqliteReadStore } = await bundle('read-store');
await compare('SQLite', async ({ view }) => {
  const file = join(folder, `${view}.db`);
  const store = sqliteReadStore(file);
  const bytes = async () => {
    await store.close();
    return statSync(file).size;
  };
  return { store, bytes };
});
rmSync(folder, { recursive: true });

const url = process.env.DOSAR_MONGODB_URL;
if (url) {
  const { mongoReadStore } = await bundle('read-store-mongodb');
  const { MongoClient } = await import('mongodb');
  const client = await MongoClient.connect(url);
  await compare('MongoDB', async ({ view }) => {
    const store = await mongoReadStore(url);
    const sizeOf = async (name) => {
      const [{ storageStats = {} } = {}] = await client
        .db()
        .collection(`${name}:${view}@1`)
        .aggregate([{ $collStats: { storageStats: {} } }])
        .toArray();
      return Number(storageStats.size ?? 0) + Number(storageStats.totalIndexSize ?? 0);
    };
    const bytes = async () => {
      const sum = (await sizeOf('rows')) + (await sizeOf('former').catch(() => 0));
      await store.close();
      return sum;
    };
    return { store, bytes };
  });
  await client.close();
} else console.log('NOT RUN: MongoDB, DOSAR_MONGODB_URL names no server');
