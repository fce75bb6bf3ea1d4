import './rolldown-runtime-BowF1xt-.js';
import { Conflict, Unavailable } from './kernel.js';
import { n as openSqlite } from './sqlite-BGfrBHOZ.js';
import { BroadcastChannel, Worker } from 'node:worker_threads';
// libs/adapters/wake-up.ts
/** Lets followers sleep until there is something new, without missing what came while they were looking. */
const wakeUp = () => {
  const sleeping = /* @__PURE__ */ new Set();
  let count = 0;
  const wake = () => {
    count += 1;
    for (const go of sleeping) go();
    sleeping.clear();
  };
  return {
    wake,
    /** To be taken before looking, and handed to `since` when there was nothing. */
    now: () => count,
    /** Resolves at once when there was a wake-up after `seen`, else at the next one. */
    since: (seen) => (seen === count ? new Promise((go) => sleeping.add(go)) : Promise.resolve()),
  };
};
// libs/adapters/worker-file.ts
/** Where the build puts the code of a worker thread: beside the bundle that starts it. */
const workerFile = (name) => new URL(`./${name}.js`, import.meta.url);
// libs/adapters/event-store/sqlite.ts
const BATCH = 1e3;
/** Appends in one transaction at most, so that the first of many does not wait for the last. */
const GROUP = 512;
/** While one group is being written the next one is on its way. */
const UNDER_WAY = 2;
/** The embedded log for reading: any thread of the process may have one. */
const sqliteLogReader = (file) => {
  const db = openSqlite(file, 'FULL', true);
  const select = 'SELECT position, name AS stream, revision, text FROM records JOIN streams ON key = stream';
  const byStream = db.prepare(
    `${select} WHERE stream = (SELECT key FROM streams WHERE name = ?) AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const after = db.prepare(`${select} WHERE position > ? ORDER BY position LIMIT ?`);
  const last = db.prepare('SELECT max(position) AS position FROM records');
  const news = wakeUp();
  const channel = new BroadcastChannel(channelOf(file));
  channel.unref();
  channel.onmessage = news.wake;
  return {
    async *read(stream, from = 0, limit = Infinity) {
      for (let [next, left] = [from, limit]; left > 0;) {
        const rows = byStream.all(stream, next, Math.min(BATCH, left));
        if (rows.length > 0) yield rows.map(stored);
        if (rows.length < BATCH) return;
        next += rows.length;
        left -= rows.length;
      }
    },
    async *follow(start, signal) {
      signal.addEventListener('abort', news.wake, { once: true });
      for (let at = Number(start ?? 0n); !signal.aborted;) {
        const seen = news.now();
        const rows = after.all(at, BATCH);
        if (rows.length === 0) await news.since(seen);
        else yield rows.map(stored);
        at = rows.at(-1)?.position ?? at;
      }
    },
    async head() {
      const { position } = last.get();
      return position === null ? null : BigInt(position);
    },
    async close() {
      channel.close();
      db.close();
    },
  };
};
/**
 * The embedded log: SQLite with a writer thread of its own. All appends that wait are written in one transaction and
 * acknowledged after its commit. A damaged record or a failing disk stops the writing, never the reading.
 */
const sqliteEventStore = async (file, onDamage = () => {}) => {
  const workerData = {
    file,
    channel: channelOf(file),
  };
  const worker = new Worker(workerFile('sqlite-writer.worker'), { workerData });
  const waiting = [];
  const groups = /* @__PURE__ */ new Map();
  let [count, lost] = [0, null];
  const post = (message) => worker.postMessage(message);
  const sendOn = () => {
    if (groups.size >= UNDER_WAY || waiting.length === 0) return;
    const group = waiting.splice(0, GROUP);
    groups.set((count += 1), group);
    post({
      group: count,
      requests: group.map(({ request }) => request),
    });
  };
  const fail = (reason) => {
    const error = (lost = new Unavailable(reason));
    for (const { reject } of [...[...groups.values()].flat(), ...waiting.splice(0)]) reject(error);
    groups.clear();
  };
  const hear = (message) => {
    if ('damaged' in message) return onDamage(message.damaged);
    if (!('group' in message)) return;
    const group = groups.get(message.group) ?? [];
    groups.delete(message.group);
    if ('failed' in message) for (const { reject } of group) reject(new Unavailable(message.failed));
    else group.forEach((each, at) => settle(each, message.results[at]));
    sendOn();
  };
  await new Promise((resolve, reject) => {
    worker.on('message', (message) => ('ready' in message ? resolve() : hear(message)));
    worker.once('error', reject);
  });
  worker.on('error', (error) => fail(`the log's writer failed: ${error.message}`));
  const reader = sqliteLogReader(file);
  let closing = null;
  const close = async () => {
    const closed = new Promise((resolve) => worker.on('message', (message) => 'closed' in message && resolve()));
    post('close');
    if (!lost) await closed;
    fail('the log is closed');
    await worker.terminate();
    await reader.close();
  };
  return {
    ...reader,
    append: (stream, seen, records) =>
      new Promise((resolve, reject) => {
        if (lost) return reject(lost);
        waiting.push({
          request: [stream, seen, ...records.map(({ text }) => text)],
          resolve,
          reject,
        });
        if (waiting.length === 1) queueMicrotask(sendOn);
      }),
    close: () => (closing ??= close()),
  };
};
const settle = ({ request: [, seen, ...texts], resolve, reject }, result) =>
  typeof result === 'string'
    ? reject(new Conflict(result))
    : resolve({
        revision: seen + texts.length,
        position: BigInt(result),
      });
const channelOf = (file) => `dosar-log:${file}`;
const stored = ({ position, stream, revision, text }) => ({
  position: BigInt(position),
  stream,
  revision,
  text,
});
export { sqliteEventStore, sqliteLogReader };

//# sourceMappingURL=event-store.js.map
