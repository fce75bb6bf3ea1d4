// What must hold on the services of an installation after anything that was done to it: everything acknowledged is in the
// log exactly once, every file has its bytes, and the views are those that a rebuild gives.
import { join } from 'node:path';
import { ROOT, startServer } from './server.mjs';
import { faultsOfLog } from './stored.mjs';
import { faultsOfObjects, hashOfViewsOn, recordsOn, vaultUrlOf } from './stored-on-services.mjs';

const REBUILT_MS = 120_000;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

export const faultsOfAcknowledged = (records, { folders, files }) => {
  const faults = [];
  for (const [kind, type, acknowledged] of [
    ['folder', 'FolderCreated', folders],
    ['file', 'FileUploaded', files],
  ]) {
    const times = new Map();
    for (const { resource } of records.filter((record) => record.type === type))
      times.set(resource.id, (times.get(resource.id) ?? 0) + 1);
    for (const id of acknowledged.keys())
      if (times.get(id) !== 1) faults.push(`the acknowledged ${kind} ${id} is ${times.get(id) ?? 0} times in the log`);
  }
  return faults;
};

/** Projects the same log from its first event into separate views; the keys stay where they are. */
const rebuild = async ({ dataDir, environment }, views, head) => {
  const kept = environment.DOSAR_MONGODB_URL;
  const aside = kept.replace(/\/[^/?]+\?/, '/rebuilt?');
  const rebuilding = await startServer({
    dataDir,
    port: 0,
    main: join(ROOT, 'apps/projector/dist/main.js'),
    environment: {
      ...environment,
      DOSAR_MONGODB_URL: aside,
      DOSAR_VAULT_MONGODB_URL: vaultUrlOf(environment),
    },
  });
  const until = Date.now() + REBUILT_MS;
  let rebuilt = await hashOfViewsOn(aside);
  // one that is still being filled is not listed
  const complete = () => Object.keys(rebuilt.hashes).length === views && rebuilt.behind >= head;
  for (; !complete() && Date.now() < until; rebuilt = await hashOfViewsOn(aside)) await pause(200);
  await rebuilding.stop();
  return rebuilt;
};

/**
 * Checks a stopped installation.
 * @param acknowledged what its writers were told was done
 * @returns the violations, and counts
 */
export const aftermath = async (installation, acknowledged) => {
  const { environment } = installation;
  const records = await recordsOn(environment.DOSAR_EVENTSTORE_URL);
  const failures = [
    ...faultsOfLog(records),
    ...records.filter(({ misplaced }) => misplaced).map(({ id }) => `${id} stands in another place`),
    ...(await faultsOfObjects(environment, records)),
    ...faultsOfAcknowledged(records, acknowledged),
  ];
  const head = records.at(-1).at;
  const incremental = await hashOfViewsOn(environment.DOSAR_MONGODB_URL);
  const names = Object.keys(incremental.hashes);
  const rebuilt = await rebuild(installation, names.length, head);
  for (const name of names)
    if (incremental.hashes[name] !== rebuilt.hashes[name]) failures.push(`the view ${name} differs from a rebuild`);
  const counted = {
    events: records.length,
    files: acknowledged.files.size,
    folders: acknowledged.folders.size,
    views: names.length,
    view_rows: [incremental.rows, rebuilt.rows],
  };
  return { failures, counted };
};
