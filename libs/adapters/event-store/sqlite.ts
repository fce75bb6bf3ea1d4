import { BroadcastChannel, Worker } from 'node:worker_threads';
import {
  Conflict,
  knowParsed,
  Unavailable,
  type Appended,
  type EncodedRecord,
  type EventStore,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { wakeUp } from '@dosar/kernel/async/wake-up';
import { openSqlite } from '../sqlite';
import { workerFile } from '../worker-file';
import { recentRecords } from './recent';
import type { AppendResult } from './sqlite-log';
import type { FromWriter, ToWriter, WriterOptions } from './sqlite-writer.worker';
import type { Verified, Verify } from './verified';

const BATCH = 1_000;
/** How many appends one transaction has at most, so that the first of many does not wait for the last. */
const GROUP = 512;
/** From this many on two transactions are better: while one is written, the callers of the other continue. */
const WORTH_TWO = 32;
/** With that many concurrent appends, the first of the next group wait a little for the others. */
const [COMPANY, GATHER_MS] = [4, 3] as const;

type Stored = { readonly position: number; readonly stream: string; readonly revision: number; readonly text: string };

const turn = () => new Promise((go) => setImmediate(go));

type Reader = Omit<EventStore, 'append'> & { readonly wake: () => void };

/** The embedded log for reading: any thread of the process may have one, and is notified of appends. */
export const sqliteLogReader = (file: string): Reader => {
  const reader = logReader(file, recentRecords());
  const channel = new BroadcastChannel(channelOf(file));
  channel.unref();
  channel.onmessage = reader.wake;
  const close = () => {
    channel.close();
    return reader.close();
  };
  return { ...reader, close };
};

/** @param recent the newest records, held by the appending thread */
const logReader = (file: string, recent: ReturnType<typeof recentRecords>): Reader => {
  const db = openSqlite(file, { durability: 'FULL', readOnly: true });
  const select = 'SELECT position, name AS stream, revision, text FROM records JOIN streams ON key = stream';
  const byStream = db.prepare(
    `${select} WHERE stream = (SELECT key FROM streams WHERE name = ?) AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const after = db.prepare(`${select} WHERE position > ? ORDER BY position LIMIT ?`);
  const byPosition = db.prepare(`${select} WHERE position = ?`);
  const last = db.prepare('SELECT max(position) AS position FROM records');

  const news = wakeUp();
  /** Cached, since followers at the end of the log all read the same place after the same notification. */
  let looked: { readonly at: bigint; readonly seen: number; readonly rows: readonly StoredRecord[] } | null = null;
  const rowsAfter = (at: bigint, seen: number): readonly StoredRecord[] => {
    const known = recent.after(at, BATCH);
    if (known) return known;
    if (looked?.at !== at || looked.seen !== seen)
      looked = { at, seen, rows: (after.all(at, BATCH) as Stored[]).map(stored) };
    return looked.rows;
  };

  return {
    wake: news.wake,
    async *read(stream, from = 0, limit = Infinity) {
      for (let next = from, left = limit; left > 0;) {
        const rows = byStream.all(stream, next, Math.min(BATCH, left)) as Stored[];
        if (rows.length > 0) yield rows.map(stored);
        if (rows.length < BATCH) return;
        next += rows.length;
        left -= rows.length;
        await turn();
      }
    },
    async *follow(start, signal) {
      signal.addEventListener('abort', news.wake, { once: true });
      for (let at = start ?? 0n; !signal.aborted;) {
        const seen = news.now();
        const rows = rowsAfter(at, seen);
        if (rows.length === 0) await news.since(seen);
        else yield rows;
        // a follower far behind yields to others
        if (rows.length === BATCH) await turn();
        at = rows.at(-1)?.position ?? at;
      }
    },
    async at(positions) {
      const found = positions.map((position) => byPosition.get(position) as Stored | undefined);
      return found.map((row) => (row ? stored(row) : null));
    },
    async head() {
      const { position } = last.get() as { position: number | null };
      return position === null ? null : BigInt(position);
    },
    async close() {
      db.close();
    },
  };
};

/** Called with what happens to the log besides appends. */
export type LogEvents = {
  /** A stored record is damaged or missing: from now on the log is read-only. */
  readonly onDamage?: (what: string) => void;
  /** Something else that an operator should know. */
  readonly onFinding?: (what: string) => void;
  readonly onVerified?: (verified: Verified, isDone: boolean) => void;
};

export type SqliteEventStore = EventStore & {
  readonly verify: Verify;
};

/**
 * The embedded log: SQLite with a writer thread of its own. All waiting appends are written in one transaction and
 * acknowledged after its commit. A damaged record or a failing disk stops writing, never reading.
 */
export const sqliteEventStore = async (
  file: string,
  { onDamage = () => {}, onVerified = () => {} }: LogEvents = {},
): Promise<SqliteEventStore> => {
  const workerData: WriterOptions = { file, channel: channelOf(file) };
  const worker = new Worker(workerFile('sqlite-writer.worker'), { workerData });
  /** By itself: a thread that is cut off inside the driver takes the process with it (Napi::Error). */
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const recent = recentRecords();
  const waiting: Waiting[] = [];
  /** The group being written, and the group after it. */
  let groups: (readonly Waiting[])[] = [];
  let lastSize: number = 0;
  let gathering: NodeJS.Timeout | undefined = undefined;
  let lost: Error | null = null;
  const post = (message: ToWriter) => worker.postMessage(message);

  /** How many of the waiting appends go next: all, or half of all that are not answered yet. */
  const share = () => {
    const all = (groups[0]?.length ?? 0) + waiting.length;
    if (all >= WORTH_TWO && waiting.length >= all / 2) return Math.ceil(all / 2);
    return groups.length === 0 ? waiting.length : 0;
  };

  const sendOn = () => {
    if (groups.length > 1 || gathering) return;
    const count = Math.min(GROUP, share());
    if (count === 0) return;
    if (groups.length === 0 && waiting.length < lastSize && lastSize >= COMPANY) {
      lastSize = 0;
      gathering = setTimeout(endGathering, GATHER_MS);
      return;
    }
    const group = waiting.splice(0, count);
    groups.push(group);
    lastSize = group.length;
    post({ requests: group.map(({ stream, seen, records }) => [stream, seen, ...records.map(({ text }) => text)]) });
    sendOn();
  };

  const endGathering = () => {
    gathering = undefined;
    sendOn();
  };

  const fail = (reason: string) => {
    const error = (lost = new Unavailable(reason));
    for (const { reject } of [...groups.flat(), ...waiting.splice(0)]) reject(error);
    groups = [];
  };

  /** Passes appended records to followers in this process, before the caller is answered. */
  const handOn = ({ stream, seen, records }: Waiting, result: AppendResult) => {
    if (typeof result === 'string') return;
    records.forEach((record, at) => {
      const position = BigInt(result - records.length + 1 + at);
      const kept: StoredRecord = { position, stream, revision: seen + 1 + at, text: record.text };
      knowParsed(kept, record);
      recent.add(kept);
    });
  };

  const hear = (message: FromWriter) => {
    if ('damaged' in message) return onDamage(message.damaged);
    if ('verified' in message) return onVerified(message.verified, message.isDone);
    if (!('results' in message || 'failed' in message)) return;
    const written = groups.shift() ?? [];
    if ('failed' in message) for (const { reject } of written) reject(new Unavailable(message.failed));
    else {
      written.forEach((each, at) => handOn(each, message.results[at]!));
      reader.wake();
      written.forEach((each, at) => settle(each, message.results[at]!));
    }
    sendOn();
  };

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWriter) => ('ready' in message ? resolve() : hear(message)));
    worker.once('error', reject);
  });
  worker.on('error', (error) => fail(`the log's writer failed: ${error.message}`));

  const reader = logReader(file, recent);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await reader.close();
    post('close');
    await ended;
    fail('the log is closed');
  };

  return {
    ...reader,
    append: (stream, seen, records) =>
      new Promise<Appended>((resolve, reject) => {
        if (lost) return reject(lost);
        waiting.push({ stream, seen, records, resolve, reject });
        // appends of the same turn of the event loop go together
        if (waiting.length === 1) setImmediate(sendOn);
      }),
    verify: (verify, known) => post({ verify, known }),
    close: () => (closing ??= close()),
  };
};

type Waiting = {
  readonly stream: string;
  readonly seen: number;
  readonly records: readonly EncodedRecord[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
};

const settle = ({ seen, records, resolve, reject }: Waiting, result: AppendResult) =>
  typeof result === 'string'
    ? reject(new Conflict(result))
    : resolve({ revision: seen + records.length, position: BigInt(result) });

const channelOf = (file: string) => `dosar-log:${file}`;

const stored = ({ position, stream, revision, text }: Stored): StoredRecord => ({
  position: BigInt(position),
  stream,
  revision,
  text,
});
