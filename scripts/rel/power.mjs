// the power goes out, at any moment. A server is recorded while it works; then, for many moments of the recording,
// the disk is put together as a power cut would have left it: everything that was not synced is gone, or only some
// sectors of it. No such disk may lack what had been acknowledged, or name bytes that it does not hold.
//   node scripts/rel/power.mjs [--writes 2000] [--cuts 2000] [--torn 5] [--seed n] [--main path/to/main.js]
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { aFirm, must, upload } from './client.mjs';
import { keptSizeOf } from './opened.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';
import { CALLS, happenings, LONGEST } from './trace.mjs';

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '2000' },
    cuts: { type: 'string', default: '2000' },
    torn: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    main: { type: 'string' },
  },
});
const writes = Number(values.writes);
const cuts = Number(values.cuts);
const torn = Number(values.torn);
let state = Number(values.seed);
const random = (limit) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x7fffffff) * limit) % limit;
};

const work = aFolder('dosar-power-');
const dataDir = join(work, 'data');
mkdirSync(dataDir);
const recording = join(work, 'calls');

/** Works at a server that is being recorded. */
const record = async () => {
  const port = await freePort();
  const before = [
    'strace',
    '-f',
    '-y',
    '-xx',
    '-s',
    String(LONGEST),
    '-e',
    `trace=${CALLS}`,
    '-e',
    'signal=none',
    '-o',
    recording,
  ];
  const server = await startServer({ dataDir, port, before, ...(values.main && { main: values.main }) });
  const { people } = await aFirm(server.url, 4);
  let left = writes;
  const write = async ({ ask }, writer) => {
    const folder = must(await ask('POST', '/folders', { body: { name: `Dosar ${writer}` } }), 201, 'folder').id;
    while ((left -= 1) >= 0) {
      const name = `${writer} ${randomUUID()}`;
      const kind = random(4);
      if (kind === 0) {
        const file = must(
          await ask('POST', '/files/upload', {
            form: upload(randomBytes(500 + random(20_000)).toString('base64'), `${name}.txt`, { folder_id: folder }),
          }),
          201,
          'file',
        );
        const rename = () => ask('PATCH', `/files/${file.id}`, { body: { name: `${name} (redenumit).txt` } });
        let renamed = await rename();
        // a machine that is recorded is slow, and so may be its views
        for (let again = 0; renamed.status === 404 && again < 5; again += 1) renamed = await rename();
        must(renamed, 200);
      } else {
        // what does not wait for the views is promised by the log alone
        const headers = kind === 1 ? {} : { prefer: 'respond-async' };
        must(await ask('POST', '/folders', { headers, body: { name, parent_folder_id: folder } }), 201);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(people[writer % 4], writer)));
  await server.stop();
};

/** A disk that knows what would survive a power cut. */
const disk = () => {
  const files = new Map(); // path → inode
  const kept = new Map(); // names that survive: path → inode
  const pending = new Map(); // folder → names changed since its last sync
  const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));
  const inode = () => ({ durable: Buffer.alloc(0), unsynced: [], syncing: 0 });
  const noted = (path) => {
    const folder = folderOf(path);
    if (!pending.has(folder)) pending.set(folder, new Set());
    pending.get(folder).add(path);
  };
  const apply = (content, { offset, data, size }) => {
    if (size !== undefined)
      return size <= content.length
        ? content.subarray(0, size)
        : Buffer.concat([content, Buffer.alloc(size - content.length)]);
    const grown =
      offset + data.length > content.length
        ? Buffer.concat([content, Buffer.alloc(offset + data.length - content.length)])
        : Buffer.from(content);
    data.copy(grown, offset);
    return grown;
  };
  return {
    apply(step) {
      const { what, path } = step;
      if (what === 'create' && !files.has(path)) {
        files.set(path, inode());
        noted(path);
      } else if (what === 'write' || what === 'truncate') {
        if (!files.has(path)) files.set(path, inode());
        files.get(path).unsynced.push(step);
      } else if (what === 'rename') {
        files.set(step.to, files.get(path));
        files.delete(path);
        noted(path);
        noted(step.to);
      } else if (what === 'unlink') {
        files.delete(path);
        noted(path);
      } else if (what === 'syncing') {
        const file = files.get(path);
        if (file) file.syncing = file.unsynced.length;
        if (pending.has(path)) pending.set(`${path} syncing`, new Set(pending.get(path)));
      } else if (what === 'synced') {
        const file = files.get(path);
        if (file && file.syncing > 0) {
          let content = Buffer.from(file.durable);
          // one growing buffer: applying each write to a copy would take the square of the time
          for (const each of file.unsynced.slice(0, file.syncing))
            content =
              each.size === undefined && each.offset + each.data.length <= content.length
                ? (each.data.copy(content, each.offset), content)
                : apply(content, each);
          file.durable = content;
          file.unsynced = file.unsynced.slice(file.syncing);
          file.syncing = 0;
        }
        for (const name of pending.get(`${path} syncing`) ?? []) {
          if (files.has(name)) kept.set(name, files.get(name));
          else kept.delete(name);
          pending.get(path)?.delete(name);
        }
        pending.delete(`${path} syncing`);
      }
    },
    /** What a file holds after a cut: nothing unsynced, or a random part of its sectors. */
    survivor(path, tear) {
      const file = kept.get(path);
      if (!file) return null;
      let content = file.durable;
      if (!tear) return content;
      for (const each of file.unsynced) {
        if (each.size !== undefined) {
          if (random(2)) content = apply(content, each);
          continue;
        }
        for (let from = 0; from < each.data.length; from += 512)
          if (random(2))
            content = apply(content, { offset: each.offset + from, data: each.data.subarray(from, from + 512) });
      }
      return content;
    },
    holds: (path) => kept.has(path),
    sizeOf: (path) => kept.get(path)?.durable.length ?? -1,
  };
};

/** What the whole log says, once everything is over. */
const finalLog = () => {
  const db = new DatabaseSync(join(dataDir, 'log.db'), { readOnly: true });
  const rows = db.prepare('SELECT position, text FROM records ORDER BY position').all();
  db.close();
  return rows.map(({ position, text }) => {
    const { type, data } = JSON.parse(text);
    return {
      position,
      blob: type === 'FileUploaded' ? data : null,
      // owner and generation, without the check value of the record's own key
      keys: [...text.matchAll(/"k":"([^"]+)\/[^"/]+"/g)].map(([, key]) => key),
    };
  });
};

const scratch = join(work, 'after');
mkdirSync(scratch);
/** Puts one database of the surviving disk together and asks it. */
const ask = (surviving, name, tear, query) => {
  const file = join(scratch, name);
  for (const end of ['', '-wal', '-shm', '-journal']) if (existsSync(`${file}${end}`)) remove(`${file}${end}`);
  // a database has a log of writes or a journal to roll back from, by its own choice
  for (const end of ['', '-wal', '-journal']) {
    const content = surviving.survivor(join(dataDir, `${name}${end}`), tear);
    if (content) writeFileSync(`${file}${end}`, content);
    else if (end === '') return null;
  }
  const db = new DatabaseSync(file);
  try {
    return query(db);
  } catch {
    return null; // not even its tables are left
  } finally {
    db.close();
  }
};

await record();
const log = finalLog();
const total = { moments: 0, acknowledged: 0 };
const moments = [];
for await (const step of happenings(recording, dataDir)) {
  total.moments += 1;
  if (step.what === 'acknowledged') total.acknowledged += 1;
  // the most critical moment is right after an acknowledgement
  if (step.what === 'acknowledged' || step.what === 'write') moments.push(total.moments);
}
const first = moments.findIndex((moment) => moment > moments[Math.floor(moments.length * 0.05)]);
const chosen = new Set(Array.from({ length: cuts }, () => moments[first + random(moments.length - first)]));

const surviving = disk();
const bad = { lost: 0, broken: 0, blobs: 0, keys: 0 };
let states = 0;
let moment = 0;
let promised = 0;
for await (const step of happenings(recording, dataDir)) {
  moment += 1;
  if (step.what === 'acknowledged') promised = Math.max(promised, step.position);
  else surviving.apply(step);
  if (!chosen.has(moment)) continue;
  for (let variant = 0; variant <= torn; variant += 1) {
    states += 1;
    const tear = variant > 0;
    const found = ask(surviving, 'log.db', tear, (db) => {
      const [{ integrity_check }] = db.prepare('PRAGMA integrity_check').all();
      return {
        ok: integrity_check === 'ok',
        ...db.prepare('SELECT max(position) AS head, count(*) AS count FROM records').get(),
      };
    });
    const head = found?.head ?? 0;
    if (!found?.ok || found.count !== head) bad.broken += 1;
    if (head < promised) bad.lost += 1;
    const stored = log.slice(0, head);
    const missing = stored.filter(
      ({ blob }) =>
        blob &&
        surviving.sizeOf(join(dataDir, 'blobs', blob.blobId.slice(0, 2), blob.blobId)) !== keptSizeOf(blob.size),
    );
    if (missing.length > 0) bad.blobs += 1;
    const needed = new Set(stored.flatMap(({ keys }) => keys));
    const known =
      ask(
        surviving,
        'vault.db',
        tear,
        (db) =>
          new Set(
            db
              .prepare(`SELECT key FROM secrets WHERE key LIKE 'key/%'`)
              .all()
              .map(({ key }) => key.slice(4)),
          ),
      ) ?? new Set();
    if ([...needed].some((key) => !known.has(key))) bad.keys += 1;
  }
}
const failed = bad.lost + bad.broken + bad.blobs + bad.keys;
console.log(
  JSON.stringify({
    seed: Number(values.seed),
    writes,
    acknowledged: total.acknowledged,
    events: log.length,
    cuts: chosen.size,
    states,
    states_that_lost_an_acknowledgement: bad.lost,
    broken_logs: bad.broken,
    events_without_their_bytes: bad.blobs,
    events_without_their_keys: bad.keys,
  }),
);
if (total.acknowledged < writes) {
  console.error(`only ${total.acknowledged} acknowledgements were recorded`);
  process.exitCode = 2;
} else process.exitCode = failed > 0 ? 1 : 0;
remove(work);
