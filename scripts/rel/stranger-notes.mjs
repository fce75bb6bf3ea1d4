// Heads and tiles of a log are read by golang.org/x/mod of Debian, which knows nothing of Dosar: each head is opened as a
// signed note, each root computed from the tiles, each record and 1,000 pairs of trees proved.
//   node scripts/rel/stranger-notes.mjs [data folder]     without one, of a server that is started for it
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { ensurePrograms } from '../ensure.mjs';
import { aFirm, must } from './client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const read = (file) => new DatabaseSync(file, { readOnly: true });

/** What a server has written in a while. */
const aLog = async () => {
  const dataDir = aFolder();
  const port = await freePort();
  const server = await startServer({ dataDir, port });
  const { people } = await aFirm(server.url, 1);
  const [{ ask, client }] = people;
  for (let each = 0; each < 600; each += 1)
    must(await ask('POST', '/folders', { body: { name: `Dosar ${each}`, client_id: client.id } }), 201);
  await server.stop();
  return dataDir;
};

/** Heads, tiles and records as files, in the layout of C2SP tlog-tiles. */
const written = (dataDir, folder) => {
  const ledger = read(join(dataDir, 'ledger.db'));
  const heads = ledger.prepare('SELECT number, size, note FROM heads ORDER BY number').all();
  mkdirSync(join(folder, 'heads'), { recursive: true });
  for (const { number, note } of heads) writeFileSync(join(folder, 'heads', String(number)), note);
  const size = heads.at(-1).size;
  const sizes = [...new Set(heads.map((head) => head.size))];
  for (const { name, hashes } of ledger.prepare('SELECT name, hashes FROM tiles').all()) {
    const put = (path, bytes) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    };
    if (hashes.length === 256 * 32) put(name, hashes);
    const [, level, ...rest] = name.split('/');
    const index = Number(rest.join('').replaceAll('x', ''));
    // what a tile was when a head was signed is its beginning
    for (const over of sizes) {
      const count = Math.floor(over / 256 ** Number(level)) - 256 * index;
      if (count > 0 && count < 256) put(`${name}.p/${count}`, hashes.subarray(0, 32 * count));
    }
  }
  const log = read(join(dataDir, 'log.db'));
  const texts = log.prepare('SELECT text FROM records WHERE position <= ? ORDER BY position').all(size);
  writeFileSync(join(folder, 'records'), texts.map(({ text }) => `${text}\n`).join(''));
  const vault = read(join(dataDir, 'vault.db'));
  const keys = JSON.parse(vault.prepare("SELECT value FROM secrets WHERE key = 'ledger/keys'").get().value);
  return { name: heads[0].note.split('\n')[0], publicKey: Buffer.from(keys.at(-1).publicKey, 'base64') };
};

const verifierKey = async ({ name, publicKey }) => {
  const { createHash } = await import('node:crypto');
  const bytes = Buffer.concat([Buffer.from([1]), publicKey]);
  const id = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8);
  return `${name}+${id}+${bytes.toString('base64')}`;
};

const main = async () => {
  const [, , given] = process.argv;
  const go = process.env.GO ?? 'go';
  const gopath = process.env.GOCODE ?? '/usr/share/gocode';
  if (!process.env.GO) await ensurePrograms({ go: 'golang-go', gofmt: 'golang-golang-x-mod-dev' });
  const dataDir = given ?? (await aLog());
  const folder = aFolder('dosar-notes-');
  writeFileSync(join(folder, 'key'), await verifierKey(written(dataDir, folder)));
  const { status, stdout, stderr } = spawnSync(go, ['run', join(ROOT, 'scripts/rel/stranger-notes/main.go'), folder], {
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOPATH: gopath, GOFLAGS: '' },
  });
  console.log(stdout + stderr);
  remove(folder);
  if (!given) remove(dataDir);
  process.exitCode = status ?? 1;
};
await main();
