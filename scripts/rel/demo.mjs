// The demo, as `npm start` makes it on an empty folder: every record of its log is opened and verified by the program that
// was written from libs/kernel/FORMAT.md alone, while its server runs and after it has stopped.
//   node scripts/rel/demo.mjs
import { exit } from '../ending.mjs';
import { faultsOfReading } from './reader.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { faultsOfBlobs, faultsOfLog, records } from './stored.mjs';

const dataDir = aFolder('dosar-demo-');
/** Without an administrator of its own a first start makes the demo. */
const environment = { DOSAR_ADMIN_EMAIL: undefined, DOSAR_ADMIN_PASSWORD: undefined };
const failures = [];
const read = async () => {
  const all = records(dataDir);
  failures.push(...faultsOfLog(all), ...(await faultsOfReading(dataDir, all)));
  return all;
};

let server;
try {
  server = await startServer({ dataDir, port: await freePort(), environment });
  await read();
  await server.stop();
  const all = await read();
  const types = new Set(all.map(({ type }) => type));
  for (const type of ['ClientRegistered', 'FileUploaded', 'MessageSent', 'NotificationRaised'])
    if (!types.has(type)) failures.push(`no ${type} is in the log: the demo was not made`);
  failures.push(...faultsOfBlobs(dataDir, all));
  const sealed = all.filter(({ personal }) => personal).length;
  console.log(JSON.stringify({ records: all.length, sealed, types: types.size, failures: failures.length }));
} catch (error) {
  failures.push(error.stack);
  await server?.kill().catch(() => undefined); // it may have ended
}
for (const failure of failures.slice(0, 20)) console.error(failure);
remove(dataDir);
await exit(failures.length > 0 ? 1 : 0);
