// From the artifact alone, in a folder that has Node.js, a shell and what both need, and nothing else of the machine, as a
// user without rights: installed, started, used, backed up, restored; and upgraded from another artifact, when one is given.
//   npm run rel:release -- [--artifact <tar.gz>] [--from <tar.gz of an earlier commit>]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrograms } from '../ensure.mjs';
import { freePort } from '../free-port.mjs';
import { client, must } from './client.mjs';
import { ADMIN, ROOT } from './server.mjs';

process.chdir(ROOT);
const { values } = parseArgs({ options: { artifact: { type: 'string' }, from: { type: 'string' } } });
const NOBODY = 65_534;
const WAIT_MS = 60_000;
if (process.getuid() !== 0) throw new Error('the root of a process is changed by root alone');
await ensurePrograms({ prlimit: 'util-linux' });

const artifact = () => {
  if (values.artifact) return values.artifact;
  const out = mkdtempSync(join(tmpdir(), 'dosar-artifact-'));
  execFileSync('node', ['scripts/release/main.mjs', '--dirty', '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(
    out,
    readdirSync(out).find((file) => file.endsWith('.tar.gz')),
  );
};

/** A root with these programs and the libraries that they are linked with. */
const rootWith = (programs) => {
  const root = mkdtempSync(join(tmpdir(), 'dosar-root-'));
  chmodSync(root, 0o755);
  const put = (file) => {
    if (existsSync(join(root, file))) return;
    mkdirSync(join(root, dirname(file)), { recursive: true });
    copyFileSync(file, join(root, file));
  };
  for (const program of programs) {
    const place = execFileSync('sh', ['-c', `readlink -f "$(command -v ${program})"`], { encoding: 'utf8' }).trim();
    mkdirSync(join(root, 'usr/bin'), { recursive: true });
    copyFileSync(place, join(root, 'usr/bin', program));
    const linked = spawnSync('ldd', [place], { encoding: 'utf8' }).stdout ?? '';
    for (const [, file] of linked.matchAll(/(\/\S+\.so\S*)/g)) put(file);
  }
  // what native modules are linked with beside Node.js itself
  for (const name of ['libstdc++.so.6', 'libgcc_s.so.1', 'libm.so.6', 'libpthread.so.0', 'libdl.so.2', 'librt.so.1']) {
    const found = execFileSync(
      'sh',
      ['-c', `ldconfig -p | sed -n 's/.*${name.replaceAll('+', '\\+')} .*x86-64.*=> //p' | head -1`],
      { encoding: 'utf8' },
    ).trim();
    if (found) put(found);
  }
  for (const folder of ['bin', 'tmp', 'proc', 'dev', 'data', 'restored', 'backup', 'vault', 'opt', 'etc'])
    mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(root, 'usr/bin/sh'), join(root, 'bin/sh'));
  for (const folder of ['tmp', 'data', 'restored', 'backup', 'vault'])
    execFileSync('chown', [`${NOBODY}:${NOBODY}`, join(root, folder)]);
  for (const device of ['null', 'urandom', 'random', 'zero']) {
    const minor = { null: 3, zero: 5, random: 8, urandom: 9 }[device];
    execFileSync('mknod', ['-m', '666', join(root, 'dev', device), 'c', '1', String(minor)]);
  }
  return root;
};

const unpack = (root, file, to) => {
  mkdirSync(join(root, 'opt', to), { recursive: true });
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', join(root, 'opt', to)]);
};

/** Runs a program of a release in that root: a name space of its own for processes, and a /proc of it. */
const within = (root, release, program, words, environment) =>
  spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      `mount -t proc proc "${root}/proc" && exec chroot --userspec=${NOBODY}:${NOBODY} "${root}" /opt/${release}/bin/${program} "$@"`,
      'sh',
      ...words,
    ],
    { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/tmp', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );

const ended = async (child) => {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`it ended with ${code}: ${said}`);
  return said;
};

const start = async (root, release, folder) => {
  const port = await freePort();
  const begun = performance.now();
  const child = within(root, release, 'dosar-server', [], {
    DOSAR_DATA_DIR: folder,
    DOSAR_PORT: String(port),
    DOSAR_ADMIN_EMAIL: ADMIN.email,
    DOSAR_ADMIN_PASSWORD: ADMIN.password,
    DOSAR_LOG_LEVEL: 'warn',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const ready = await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null || performance.now() - begun > WAIT_MS) throw new Error(`it does not start: ${said}`);
    await new Promise((go) => setTimeout(go, 20));
  }
  const ms = Math.round(performance.now() - begun);
  const stop = async () => {
    // the first process of the name space is the server itself
    execFileSync('pkill', ['-TERM', '-P', String(child.pid)]);
    await once(child, 'exit');
  };
  return { url, ms, stop, said: () => said };
};

const file = artifact();
const root = rootWith(['node', 'sh', 'dirname', 'readlink', 'prlimit']);
const figures = { artifact_mb: Math.round(statSync(file).size / 1e6) };
try {
  unpack(root, file, 'dosar');
  figures.folder_mb = Number(execFileSync('du', ['-sm', join(root, 'opt/dosar')], { encoding: 'utf8' }).split('\t')[0]);
  if (values.from) unpack(root, values.from, 'former');

  // given: an installation of the former release where there is one, else a new one, with a client and a document
  let server = await start(root, values.from ? 'former' : 'dosar', '/data');
  figures.first_start_ms = server.ms;
  let admin = await client(server.url).admin();
  const firm = must(await admin('POST', '/firms', { body: { name: 'Contab', cui: '2000001' } }), 201, 'firm');
  const made = must(
    await admin('POST', '/clients', { body: { societate: 'Brutăria', cui: '2000002', firm_id: firm.id } }),
    201,
    'client',
  );
  const form = () => {
    const sent = new FormData();
    sent.set('client_id', made.id);
    sent.set('file', new Blob(['Factura AV-23846, total 119,00 lei']), 'Factură.txt');
    return sent;
  };
  const sent = must(await admin('POST', '/files/upload', { form }), 201, 'file');
  const isWhole = async (ask, url) => {
    const { url: place } = must(await ask('GET', `/files/${sent.id}/download`), 200);
    const text = await fetch(new URL(place, url)).then((answer) => answer.text());
    if (!text.includes('AV-23846')) throw new Error(`the document is another: ${text.slice(0, 200)}`);
  };
  await isWhole(admin, server.url);

  if (values.from) {
    await server.stop();
    server = await start(root, 'dosar', '/data');
    figures.after_upgrade_ms = server.ms;
    admin = await client(server.url).admin();
    await isWhole(admin, server.url);
  }

  // when: it is found by a word inside, backed up beside the server, and restored elsewhere
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const { body } = await admin('GET', '/search?q=23846&record=false');
    if (body.results.some(({ id }) => id === sent.id)) break;
    if (performance.now() > until) throw new Error('it is not found by a word inside');
    await new Promise((go) => setTimeout(go, 100));
  }
  const console_ = await fetch(server.url);
  if (!console_.ok || !(await console_.text()).includes('<div id="root"')) throw new Error('the console is not there');
  const health = must(await admin('GET', '/health/details'), 200);
  figures.not_ok = Object.entries(health.components)
    .filter(([, { status }]) => status !== 'ok')
    .map(([part, { detail }]) => `${part}: ${detail}`);
  figures.commit = health.software.commit;
  const began = performance.now();
  await ended(
    within(
      root,
      'dosar',
      'dosar',
      ['backup', '/backup/documents', '--vault', '/vault/kept', '--master-key', '/vault/master.key'],
      { DOSAR_DATA_DIR: '/data' },
    ),
  );
  figures.backup_ms = Math.round(performance.now() - began);
  await server.stop();
  await ended(
    within(
      root,
      'dosar',
      'dosar',
      ['restore', '/backup/documents', '--vault', '/vault/kept', '--master-key', '/vault/master.key'],
      { DOSAR_DATA_DIR: '/restored' },
    ),
  );
  const restored = await start(root, 'dosar', '/restored');
  figures.start_ms = restored.ms;
  await isWhole(await client(restored.url).admin(), restored.url);
  await restored.stop();
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(JSON.stringify({ ...figures, failures: 0 }));
