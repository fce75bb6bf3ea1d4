import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import { sqliteLog, type AppendRequest, type AppendResult, type SqliteLog } from './sqlite-log';
import type { Verifier } from './sqlite-verify';
import type { Known, Verified } from './verified';

/** To the writer: a group of appends, at most one more before the first is answered; what to verify in pauses; or the end. */
export type ToWriter =
  | { readonly requests: readonly AppendRequest[] }
  | { readonly verify: Verified | null; readonly known: Known | null }
  | 'close';
/** From the writer: the results of a group, how far it has verified, or what happened to the log. */
export type FromWriter =
  | { readonly ready: true }
  | { readonly results: readonly AppendResult[] }
  | { readonly failed: string }
  | { readonly verified: Verified; readonly isDone: boolean }
  | { readonly damaged: string };
export type WriterOptions = { readonly file: string; readonly channel: string };

/** How many records are verified before the first append. */
const VERIFIED_AT_START = 10_000;
const AT_ONCE = 500;
/** Background verification takes small steps, with pauses four times as long. */
const IN_PAUSES = { records: 100, share: 4 } as const;
const TELL_EVERY_MS = 5_000;
const REOPEN_AFTER_MS = 1_000;
/** How often it is checked whether another process has written to the file. */
const LOOK_MS = 250;

const { file, channel } = workerData as WriterOptions;
const port = parentPort!;
const wakeUp = new BroadcastChannel(channel);
const tell = (message: FromWriter) => port.postMessage(message);

let log: SqliteLog | null = null;
let damage: string | null = null;
let closedAt = 0;
let background: { readonly verifier: Verifier; toldAt: number } | null = null;
let known: Known | null = null;
let version = 0;

const open = () => {
  const opened = sqliteLog(file);
  log = opened;
  version = opened.writtenByOthers();
  check(() => {
    // the first record says whose log it is
    opened.verifier(0).next(1);
    const recent = opened.verifier(Math.max(0, opened.head() - VERIFIED_AT_START));
    while (recent.next(AT_ONCE));
  });
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
  const part = background;
  if (!part || !log || damage !== null) return;
  const began = performance.now();
  let goesOn = false;
  check(() => (goesOn = part.verifier.next(IN_PAUSES.records)));
  if (damage !== null) return;
  if (!goesOn || Date.now() - part.toldAt > TELL_EVERY_MS) {
    tell({ verified: part.verifier.kept(), isDone: !goesOn });
    part.toldAt = Date.now();
  }
  if (goesOn) setTimeout(verifyOn, IN_PAUSES.share * (performance.now() - began)).unref();
  else background = null;
};

const verify = (from: Verified | null) => {
  if (log) background = { verifier: log.verifier(from ?? 0, known), toldAt: Date.now() };
  verifyOn();
};

/** Verifies the whole file at once when another process has written to it. */
const lookForOthers = () => {
  if (!log || damage !== null) return;
  const now = log.writtenByOthers();
  if (now === version) return;
  version = now;
  verify(null);
};
setInterval(() => check(lookForOthers), LOOK_MS).unref();

/** After any failure the log is closed and read again before anything else is acknowledged. */
const reopened = (): SqliteLog => {
  if (damage !== null) throw new Error(damage);
  if (log) return log;
  if (Date.now() - closedAt < REOPEN_AFTER_MS) throw new Error('the log is being opened again after a failure');
  closedAt = Date.now();
  open();
  if (damage !== null) throw new Error(damage);
  return log!;
};

const giveUp = () => {
  try {
    log?.close();
  } catch {
    // the log is given up in any case, and read again before anything else is acknowledged
  }
  log = null;
  background = null;
  closedAt = Date.now();
};

/** Nothing keeps the thread after that: it ends by itself. */
const close = () => {
  log?.close();
  log = null;
  background = null;
  wakeUp.close();
  port.close();
};

port.on('message', (message: ToWriter) => {
  if (message === 'close') return close();
  if ('verify' in message) {
    known = message.known;
    return verify(message.verify);
  }
  try {
    const results = reopened().appendAll(message.requests);
    tell({ results });
    wakeUp.postMessage(null);
  } catch (error) {
    giveUp();
    tell({ failed: (error as Error).message });
  }
});

open();
tell({ ready: true });
