import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import { sqliteLog, type AppendRequest, type AppendResult, type SqliteLog } from './sqlite-log';

/** To the writer: a group of appends, or the end. */
export type ToWriter = { readonly group: number; readonly requests: readonly AppendRequest[] } | 'close';
/** From the writer: what became of a group, or what happened to the log. */
export type FromWriter =
  | { readonly ready: true }
  | { readonly group: number; readonly results: readonly AppendResult[] }
  | { readonly group: number; readonly failed: string }
  | { readonly damaged: string }
  | { readonly closed: true };
export type WriterOptions = { readonly file: string; readonly channel: string };

/** Verified before the first append is taken; the rest is verified in the pauses. */
const VERIFIED_AT_START = 10_000;
const VERIFIED_AT_ONCE = 500;
const REOPEN_AFTER_MS = 1_000;

const { file, channel } = workerData as WriterOptions;
const port = parentPort!;
const wakeUp = new BroadcastChannel(channel);
const tell = (message: FromWriter) => port.postMessage(message);

let log: SqliteLog | null = null;
let damage: string | null = null;
let closedAt = 0;
let verifying: { at: number; readonly until: number } | null = null;

const open = () => {
  const opened = sqliteLog(file);
  log = opened;
  const recent = Math.max(0, opened.head() - VERIFIED_AT_START);
  check(() => {
    for (let at: number | null = recent; at !== null;) at = opened.verify(at, VERIFIED_AT_ONCE);
  });
  verifying = recent > 0 ? { at: 0, until: recent } : null;
  setImmediate(verifyOn);
};

const check = (work: () => void) => {
  try {
    work();
  } catch (error) {
    damage = (error as Error).message;
    tell({ damaged: damage });
  }
};

const verifyOn = () => {
  if (!verifying || !log || damage !== null) return;
  const part = verifying;
  check(() => {
    part.at = log!.verify(part.at, Math.min(VERIFIED_AT_ONCE, part.until - part.at)) ?? part.until;
  });
  if (part.at < part.until) setTimeout(verifyOn, 2).unref();
  else verifying = null;
};

/** After any failure the log is closed and read anew before anything else is acknowledged. */
const reopened = (): SqliteLog => {
  if (damage !== null) throw new Error(damage);
  if (log) return log;
  if (Date.now() - closedAt < REOPEN_AFTER_MS) throw new Error('the log is being opened again after a failure');
  closedAt = Date.now();
  open();
  if (damage !== null) throw new Error(damage);
  return log!;
};

port.on('message', (message: ToWriter) => {
  if (message === 'close') {
    log?.close();
    wakeUp.close();
    tell({ closed: true });
    return port.close();
  }
  try {
    const results = reopened().appendAll(message.requests);
    tell({ group: message.group, results });
    wakeUp.postMessage(null);
  } catch (error) {
    const failed = (error as Error).message;
    try {
      log?.close();
    } catch {
      // it is given up in any case
    }
    log = null;
    closedAt = Date.now();
    tell({ group: message.group, failed });
  }
});

open();
tell({ ready: true });
