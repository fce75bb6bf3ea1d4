// A folder of 10,000 documents: a page of it, all of it, and 500 of them moved at once. How long one person waits, who has
// no work to do meanwhile: the server has all cores.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { client, must } from '../rel/client.mjs';
import { freePort, startServer } from '../rel/server.mjs';
import { growLog } from './grown-log.mjs';
import { unpinned } from './measure.mjs';
import { anOffice } from './office.mjs';

const FILES = 10_000;
/** A folder, its files, and the third of them that are renamed. */
const EVENTS = 1 + FILES + Math.ceil(FILES / 3);
const MOVED = 500;

const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
/** How long each of so many took, in order of length. */
const times = async (count, work) => {
  const all = [];
  for (let at = 0; at < count; at += 1) all.push(await timed(() => work(at)));
  return all.sort((a, b) => a - b);
};
const median = (sorted) => sorted[Math.floor(sorted.length / 2)];

/** @returns milliseconds */
export const benchBulk = async (work, load) => {
  const dataDir = join(work, 'bulk');
  mkdirSync(dataDir);
  const [person] = await anOffice(dataDir, 1);
  await growLog({ dataDir, load, people: [person], count: EVENTS, perFolder: FILES });
  const environment = { DOSAR_LOG_LEVEL: 'error', DOSAR_LIMITS: 'off' };
  const server = await startServer({ dataDir, port: await freePort(), before: unpinned, environment });
  const { anonymous } = client(server.url);
  const credentials = { body: { email: person.email, password: 'Parola-Lunga-1' } };
  const token = must(await anonymous('POST', '/auth/login', credentials), 200, 'token');
  const ask = async (method, path, body) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const isThere = async () => JSON.parse(await ask('GET', '/folders')).folders[0]?.direct_files_count === FILES;
  while (!(await isThere())) await new Promise((go) => setTimeout(go, 250));
  const [folder] = JSON.parse(await ask('GET', '/folders')).folders;
  const inFolder = `/files?folderId=${folder.id}`;
  const { files } = JSON.parse(await ask('GET', inFolder));
  // the index of the search is filled from the newest and from the oldest end: a folder of that size is there for long
  const ends = [files, files.toReversed()].map((each) => each.find(({ name }) => /-(0|9999) /.test(name)).name);
  const isRead = async (name) => {
    const { results } = JSON.parse(await ask('GET', `/search?q=${encodeURIComponent(name)}&record=false`));
    return results.some(({ contents }) => contents !== 'waiting');
  };
  for (const name of ends) while (!(await isRead(name))) await new Promise((go) => setTimeout(go, 250));
  const { folder: target } = JSON.parse(await ask('POST', '/folders', { name: 'Mutate' }));

  const page = (at) => ask('GET', `${inFolder}&page=${(at % (FILES / 100)) + 1}&pageSize=100`);
  await times(50, page);
  const pages = await times(400, page);
  // in an order in which nobody has read it yet
  const orders = ['size', 'created', 'modified', 'status'].flatMap((by) => [`${by}&order=asc`, `${by}&order=desc`]);
  const whole = await times(orders.length, (at) => ask('GET', `${inFolder}&sort=${orders[at]}`));
  const ids = files.map(({ id }) => id);
  const moves = await times(5, (at) =>
    ask('POST', '/bulk/files/move', {
      file_ids: ids.slice(at * MOVED, (at + 1) * MOVED),
      target_folder_id: target.id,
    }),
  );
  await server.stop();
  return { page: pages[Math.floor(pages.length * 0.99)], whole: median(whole), move: median(moves) };
};
