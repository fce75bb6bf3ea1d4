import { CannotStart } from '@dosar/adapters/cannot-start';
import { openPorts } from '@dosar/adapters/open-ports';
import { readPortsConfig } from '@dosar/adapters/ports-config';
import { isOutage } from '@dosar/kernel/runtime';
import { start, type Running } from './start';

/** The last batch gets so long to be applied. */
const DRAIN_MS = 9_000;

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
  const config = readPortsConfig(process.env);
  // only whether everything is there: for scripts that wait for it
  if (process.argv.includes('--check')) {
    await (await openPorts(config, [], {})).close();
    process.exit(0);
  }
  running = await start(config);
  if (stopping) await running.stop();
  else process.stdout.write(`Dosar's projector is at work (ready in ${Math.round(process.uptime() * 1000)} ms)\n`);
} catch (error) {
  const expected = error instanceof CannotStart || isOutage(error);
  const what = expected ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`Dosar's projector cannot start: ${what}\n`);
  process.exit(isOutage(error) ? 69 : expected ? 78 : 70);
}
