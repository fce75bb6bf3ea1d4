// The suites of the distributed adapters, at whatever server their variable names: npm run int:eventstore, int:mongo,
// int:s3, int:meilisearch, int:nats. Without an address they say that they were not run and end with 77, never with 0. NATS is in Debian's
// packages, so without an address a server of our own is started for it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure.mjs';
import { startServices } from './services.mjs';

const NOT_RUN = 77;
const SUITES = {
  eventstore: { variable: 'DOSAR_EVENTSTORE_URL', specs: 'event-store/.*int' },
  mongo: { variable: 'DOSAR_MONGODB_URL', specs: '(ledger|read-store|snapshots|vault)/.*int' },
  s3: { variable: 'DOSAR_S3_URL', specs: 'blob-store/.*int' },
  meilisearch: { variable: 'DOSAR_MEILISEARCH_URL', specs: 'search-index/.*int' },
  nats: { variable: 'DOSAR_NATS_URL', specs: 'signals/.*int', own: 'nats' },
};

const shown = (url) => url.replace(/\/\/[^@/]*@/, '//');

const jest = async (specs, environment) => {
  const args = ['node_modules/jest/bin/jest.js', '-c', 'scripts/config/jest.int.cjs', '--runInBand', specs];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
};

const suite = async (name) => {
  const { variable, specs, own } = SUITES[name];
  const url = process.env[variable];
  if (!url && !own) {
    console.log(`int:${name}: NOT RUN, ${variable} names no server`);
    return NOT_RUN;
  }
  const started = url ? null : await startServices([own]);
  const server = started?.services[own].server ?? process.env[`${variable}_SERVER`] ?? `the server at ${shown(url)}`;
  console.log(`int:${name}: at ${server}`);
  const code = await jest(specs, started?.environment ?? {});
  await started?.end();
  console.log(`int:${name}: ${code === 0 ? 'passed' : 'FAILED'} at ${server}`);
  return code;
};

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
await ensureInstalled();
const names = process.argv.slice(2);
const codes = [];
for (const name of names.length > 0 ? names : Object.keys(SUITES)) codes.push(await suite(name));
process.exit(codes.find((code) => code !== 0 && code !== NOT_RUN) ?? codes.find((code) => code === NOT_RUN) ?? 0);
