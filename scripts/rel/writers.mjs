// People at work while things break: each sends a write until somebody says what became of it, always the same request
// under the same key, and remembers what was acknowledged.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Unknown, upload } from './client.mjs';

/** A seeded source of randomness, so that a run that failed can be looked at again. */
export const seededRandom = (seed) => {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * limit) % limit;
  };
};

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** @param {{ ask: Function }[]} people each with a client of their own */
export const startWriters = (people, writers, random) => {
  const acknowledged = { folders: new Map(), files: new Map(), others: 0 };
  const counts = { ok: 0, refused: 0, unknown: 0, retried: 0 };
  const failures = [];
  const statuses = new Map();
  let ended = false;
  let slowest = 0;

  const insist = async (ask, method, path, options, expected) => {
    const key = randomUUID();
    const started = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await ask(method, path, { ...options, key });
        if (attempt > 1) counts.retried += 1;
        if (answer.status === expected) counts.ok += 1;
        else {
          counts.refused += 1;
          const what = `${answer.status} ${answer.body.code}`;
          statuses.set(what, (statuses.get(what) ?? 0) + 1);
        }
        slowest = Math.max(slowest, performance.now() - started);
        return answer;
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        counts.unknown += 1;
        if (error.status !== null && (error.status !== 503 || !(error.retryAfter > 0)))
          failures.push(`an outage was answered without saying when to come again: ${error.message}`);
        if (attempt > 3_000) throw error;
        await pause(20 + random(30));
      }
    }
  };

  const write = async (writer) => {
    const { ask } = people[writer % people.length];
    const mine = { folders: [], files: [] };
    const makeFolder = async (name, parent) => {
      const body = { name, ...(parent && random(2) && { parent_folder_id: parent }) };
      const answer = await insist(ask, 'POST', '/folders', { body }, 201);
      if (answer.status !== 201) return;
      acknowledged.folders.set(answer.body.folder.id, name);
      mine.folders.push(answer.body.folder.id);
    };
    const sendFile = async (name, folder_id) => {
      const bytes = randomBytes(1_000 + random(60_000)).toString('base64');
      const answer = await insist(ask, 'POST', '/files/upload', { form: upload(bytes, name, { folder_id }) }, 201);
      if (answer.status !== 201) return;
      const { id, sha256 } = answer.body.file;
      if (sha256 !== createHash('sha256').update(bytes).digest('hex'))
        failures.push(`${id} was acknowledged with another hash`);
      acknowledged.files.set(id, sha256);
      mine.files.push(id);
    };
    const change = async (kind, name, file, folder) => {
      const [method, path, body] = [
        ['PATCH', `/files/${file}`, { name }],
        ['POST', '/bulk/files/move', { file_ids: [file], target_folder_id: folder }],
        ['POST', `/bulk/files/${random(2) ? 'delete' : 'restore'}`, { file_ids: [file] }],
      ][kind];
      if ((await insist(ask, method, path, { body }, 200)).status === 200) acknowledged.others += 1;
    };
    for (let count = 0; !ended; count += 1) {
      const kind = random(10);
      const folder = mine.folders[random(mine.folders.length || 1)];
      const file = mine.files[random(mine.files.length || 1)];
      if (kind < 4 || !folder) await makeFolder(`Dosar ${writer} ${count}`, folder);
      else if (kind < 7 || !file) await sendFile(`bon ${writer} ${count}.txt`, folder);
      else await change(kind - 7, `chitanță ${writer} ${count}.txt`, file, folder);
    }
  };

  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  return {
    acknowledged,
    counts,
    failures,
    refusals: statuses,
    slowestMs: () => Math.round(slowest),
    /** Settles when every write that was begun has been answered. */
    async end() {
      ended = true;
      await Promise.all(writing);
    },
  };
};
