// kill -9 under writers, again and again. No acknowledged write is lost, none is doubled, no file is without its
// bytes, and the views are those that a rebuild gives.
//   node scripts/rel/kills.mjs [--kills 100] [--writers 8] [--seed n] [--main path/to/main.js]
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aFirm, client, must, Unknown, upload } from './client.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { dropViews, faultsOfBlobs, faultsOfLog, hashOfViews, records } from './stored.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    writers: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    main: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const writers = Number(values.writers);
let state = Number(values.seed);
const random = (limit) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x7fffffff) * limit) % limit;
};

const dataDir = aFolder();
const port = await freePort();
const how = { dataDir, port, ...(values.main && { main: values.main }) };
let server = await startServer(how);
const { people } = await aFirm(server.url, Math.ceil(writers / 2));

const acknowledged = { folders: new Map(), files: new Map(), others: 0 };
const counts = { ok: 0, refused: 0, unknown: 0, retried: 0, answeredAnew: 0 };
const startTimes = [];
const failures = [];
let up = true;
let ended = false;
let endedAt = Infinity;
/** Interrupted operations are resumed one after the other, and repeated requests are asked to wait. */
const PATIENCE_MS = 20_000;
const whenUp = async () => {
  while (!up && !ended) await new Promise((go) => setTimeout(go, 5));
};

/** Repeats the same request under the same key until its outcome is known. */
const insist = async (ask, method, path, options, expected) => {
  const key = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    await whenUp();
    try {
      const answer = await ask(method, path, { ...options, key });
      if (attempt > 1) {
        counts.retried += 1;
        if (answer.status === expected) counts.answeredAnew += 1;
      }
      if (answer.status === expected) counts.ok += 1;
      else counts.refused += 1;
      return answer;
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      counts.unknown += 1;
      if (Date.now() - endedAt > PATIENCE_MS) throw error;
      await new Promise((go) => setTimeout(go, 10));
    }
  }
};

const write = async (writer) => {
  const { ask } = people[writer % people.length];
  const mine = { folders: [], files: [] };
  for (let count = 0; !ended; count += 1) {
    const kind = random(10);
    const folder = mine.folders[random(mine.folders.length || 1)];
    const file = mine.files[random(mine.files.length || 1)];
    if (kind < 4 || !folder) {
      const body = { name: `Dosar ${writer} ${count}`, ...(folder && random(2) && { parent_folder_id: folder }) };
      const answer = await insist(ask, 'POST', '/folders', { body }, 201);
      if (answer.status !== 201) continue;
      acknowledged.folders.set(answer.body.folder.id, body.name);
      mine.folders.push(answer.body.folder.id);
    } else if (kind < 7 || !file) {
      const bytes = randomBytes(1_000 + random(60_000)).toString('base64');
      const answer = await insist(
        ask,
        'POST',
        '/files/upload',
        { form: upload(bytes, `bon ${writer} ${count}.txt`, { folder_id: folder }) },
        201,
      );
      if (answer.status !== 201) continue;
      const { id, sha256 } = answer.body.file;
      if (sha256 !== createHash('sha256').update(bytes).digest('hex'))
        failures.push(`${id} was acknowledged with another hash`);
      acknowledged.files.set(id, sha256);
      mine.files.push(id);
    } else {
      const answer =
        kind === 7
          ? await insist(ask, 'PATCH', `/files/${file}`, { body: { name: `chitanță ${writer} ${count}.txt` } }, 200)
          : kind === 8
            ? await insist(
                ask,
                'POST',
                '/bulk/files/move',
                { body: { file_ids: [file], target_folder_id: folder } },
                200,
              )
            : await insist(
                ask,
                'POST',
                `/bulk/files/${random(2) ? 'delete' : 'restore'}`,
                { body: { file_ids: [file] } },
                200,
              );
      if (answer.status === 200) acknowledged.others += 1;
    }
  }
};

console.log(`${kills} kills under ${writers} writers, seed ${values.seed}, ${dataDir}`);
const writing = Array.from({ length: writers }, (_, writer) => write(writer));
for (let kill = 1; kill <= kills; kill += 1) {
  await new Promise((go) => setTimeout(go, 20 + random(kill % 5 === 0 ? 1_500 : 400)));
  up = false;
  await server.kill();
  server = await startServer(how);
  startTimes.push(server.startedInMs);
  up = true;
}
await new Promise((go) => setTimeout(go, 300));
ended = true;
endedAt = Date.now();
await Promise.all(writing);

// what was acknowledged can be seen
const { admin } = client(server.url);
const asAdmin = await admin();
for (const [id, sha256] of acknowledged.files) {
  const found = await asAdmin('GET', `/files/${id}`);
  if (found.status === 200 && found.body.file.sha256 !== sha256) failures.push(`${id} is shown with another hash`);
}
must(await asAdmin('GET', '/health/ready'), 200);
await server.stop();

const all = records(dataDir);
failures.push(...faultsOfLog(all), ...faultsOfBlobs(dataDir, all));
for (const [kind, type, ids] of [
  ['folder', 'FolderCreated', acknowledged.folders],
  ['file', 'FileUploaded', acknowledged.files],
]) {
  const stored = all.filter((record) => record.type === type).map(({ resource }) => resource.id);
  const times = new Map();
  for (const id of stored) times.set(id, (times.get(id) ?? 0) + 1);
  for (const id of ids.keys())
    if (times.get(id) !== 1) failures.push(`the acknowledged ${kind} ${id} is ${times.get(id) ?? 0} times in the log`);
}

const incremental = hashOfViews(dataDir);
dropViews(dataDir);
server = await startServer(how);
for (
  let waited = 0;
  (await client(server.url).anonymous('GET', '/health/ready')).status !== 200 && waited < 100;
  waited += 1
)
  await new Promise((go) => setTimeout(go, 100));
const head = all.at(-1).position;
let rebuilt;
for (let waited = 0; waited < 600; waited += 1) {
  await new Promise((go) => setTimeout(go, 100));
  rebuilt = hashOfViews(dataDir);
  if (rebuilt.views === incremental.views && rebuilt.positions.every((position) => position >= head)) break;
}
await server.stop();
rebuilt = hashOfViews(dataDir);
if (rebuilt.hash !== incremental.hash)
  failures.push(`the views differ from a rebuild: ${JSON.stringify([incremental, rebuilt])}`);

console.log(
  JSON.stringify({
    kills,
    seed: Number(values.seed),
    acknowledged: counts.ok,
    unknown: counts.unknown,
    retried_and_answered: counts.answeredAnew,
    refused: counts.refused,
    events: all.length,
    files: acknowledged.files.size,
    folders: acknowledged.folders.size,
    view_rows: incremental.rows,
    slowest_start_ms: Math.max(...startTimes),
    failures: failures.length,
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
if (values.keep) console.log(dataDir);
else remove(dataDir);
await exit(failures.length > 0 ? 1 : 0);
