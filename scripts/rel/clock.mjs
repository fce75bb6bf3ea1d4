// A clock that can be set forward, for a server under test: --import this file, write milliseconds into the file that
// DOSAR_TEST_CLOCK names, and send SIGUSR2. Timers go on as they are.
import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const RealDate = Date;
// read early, since a running server removes its variables
const file = process.env.DOSAR_TEST_CLOCK;
const read = () => (file && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
let ahead = read();
const now = () => RealDate.now() + ahead;

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};

if (isMainThread)
  process.on('SIGUSR2', () => {
    ahead = read();
  });
