import { runProcess } from '@dosar/adapters/run-process';
import { readConfig } from './platform/hosting/config';
import { exposureOf } from './platform/health/exposure';
import { start, type Running } from './start';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A large log takes a while to read: progress is printed at this interval. */
const SAY_EVERY_MS = 2_000;

const introduce = async ({ address, ready, progress }: Running, isStopping: () => boolean) => {
  const tell = (share: number | null) => {
    if (share !== null) say(`Dosar: ${address} reads its log (${Math.floor(share * 100)} %)`);
  };
  const telling = setInterval(() => void progress().then(tell, () => undefined), SAY_EVERY_MS);
  const accounts = await ready.finally(() => clearInterval(telling));
  if (isStopping()) return;
  say(`Dosar: ${address} (ready in ${Math.round(process.uptime() * 1000)} ms)`);
  for (const { role, email, password } of accounts) say(`  ${role.padEnd(10)}  ${email.padEnd(36)}  ${password}`);
};

const begin = () => {
  const config = readConfig(process.env);
  for (const sentence of exposureOf(config, process.getuid?.() ?? null)) say(`Dosar: warning: ${sentence}`);
  return start(config, (sentence) => say(`Dosar: ${sentence}`));
};

await runProcess('Dosar', begin, introduce);
