import { isOutage } from '@dosar/kernel/runtime';
import { CannotStart, readConfig } from './platform/config';
import { start, type Running } from './start';

/** Open requests get so long to end. */
const DRAIN_MS = 9_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A large log takes a while: whoever waits is told how far it is. */
const SAY_EVERY_MS = 2_000;

const introduce = async ({ address, ready, progress }: Running) => {
  const tell = (share: number | null) => {
    if (share !== null) say(`Dosar: ${address} reads its log (${Math.floor(share * 100)} %)`);
  };
  const telling = setInterval(() => void progress().then(tell, () => undefined), SAY_EVERY_MS);
  const accounts = await ready.finally(() => clearInterval(telling));
  if (stopping) return;
  say(`Dosar: ${address} (ready in ${Math.round(process.uptime() * 1000)} ms)`);
  for (const { role, email, password } of accounts) say(`  ${role.padEnd(10)}  ${email.padEnd(36)}  ${password}`);
};

let running: Running | null = null;
let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
  await running?.stop();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

try {
  running = await start(readConfig(process.env));
  if (stopping) await running.stop();
  else await introduce(running);
} catch (error) {
  const expected = error instanceof CannotStart || isOutage(error);
  process.stderr.write(`Dosar cannot start: ${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(isOutage(error) ? 69 : expected ? 78 : 70);
}
