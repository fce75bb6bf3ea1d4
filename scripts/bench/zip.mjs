// A folder of 1,000 documents of 50 KB, downloaded as a ZIP archive, beside `zip -0` of the same tree.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { must, upload } from '../rel/client.mjs';
import { inParallel, pinned } from './measure.mjs';

const FILES = 1_000;
const BYTES = 50_000;
const TIMES = 5;

const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];

/** MB a second, of so many goes; `go` says how many bytes came. */
const rate = async (go) => {
  const rates = [];
  for (let at = 0; at < TIMES; at += 1) {
    const began = performance.now();
    const bytes = await go();
    rates.push(bytes / 1e3 / (performance.now() - began));
  }
  return median(rates);
};

/** Bytes of a stream, which are dropped. */
const drained = async (stream) => {
  let bytes = 0;
  stream.on('data', (data) => (bytes += data.length));
  await once(stream, 'end');
  return bytes;
};

const residentOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** @returns MB a second of both, and by how many MB the memory of the server grew meanwhile; null where there is no `zip` */
export const benchZip = async (work, server, { ask }) => {
  if (spawnSync('zip', ['-v']).status !== 0) return null;
  const tree = join(work, 'tree');
  mkdirSync(tree);
  const folder = must(await ask('POST', '/folders', { body: { name: 'De descărcat' } }), 201, 'folder');
  await inParallel(8, FILES, async (_, left) => {
    const content = randomBytes((BYTES / 4) * 3).toString('base64');
    writeFileSync(join(tree, `${left}.txt`), content);
    must(await ask('POST', '/files/upload', { form: upload(content, `${left}.txt`, { folder_id: folder.id }) }), 201);
  });
  const download = async () => {
    const url = must(
      await ask('POST', '/bulk/files/download', { body: { folder_ids: [folder.id] }, key: randomUUID() }),
      200,
      'url',
    );
    const [answer] = await once(get(new URL(url, server.url)), 'response');
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
    return drained(answer);
  };
  const [command, ...words] = [...pinned(0), 'zip', '-0', '-q', '-r', '-', '.'];
  const bare = async () => {
    const child = spawn(command, words, { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] });
    return drained(child.stdout);
  };
  await download();
  await bare();
  const before = residentOf(server.pid);
  const own = await rate(download);
  return { own, grew: residentOf(server.pid) - before, bare: await rate(bare) };
};
