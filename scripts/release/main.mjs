// npm run release: the product as a tarball that needs Node.js and nothing else: bundles, production modules, an SBOM, and
// the licences of others. The same commit gives the same bytes.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, run } from '../ensure.mjs';
import { complaintsAbout, modulesIn, noticeOf } from './modules.mjs';

process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist' },
    cpu: { type: 'string', default: 'x64' },
    /** Takes what is in the folder, and not in a commit; for trying it. */
    dirty: { type: 'boolean', default: false },
  },
});
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

if (!values.dirty && git('status', '--porcelain') !== '') {
  console.error('A release is made of a commit: there are changes that are in none (--dirty takes them all the same).');
  process.exit(1);
}
const { version } = json('package.json');
const seconds = git('log', '-1', '--format=%ct');
const name = `dosar-${version}-linux-${values.cpu}`;

await ensureInstalled();
// former builds leave chunks that nothing starts any more
for (const app of ['gateway', 'projector', 'console']) rmSync(`apps/${app}/dist`, { recursive: true, force: true });
await ensureBuilt();

const stage = mkdtempSync(join(tmpdir(), 'dosar-release-'));
const root = join(stage, name);
const put = (from, to = from) => cpSync(from, join(root, to), { recursive: true });
const WORKSPACES = [
  'apps/gateway',
  'apps/projector',
  ...['adapters', 'contracts', 'domain', 'invoices', 'kernel', 'search'].map((lib) => `libs/${lib}`),
];

// the lock file's own versions of what runs, and nothing of what builds and tests
for (const file of ['package.json', 'package-lock.json', '.npmrc', ...WORKSPACES.map((each) => `${each}/package.json`)])
  put(file);
const ofServers = ['-w', '@dosar/gateway', '-w', '@dosar/projector'];
await run(
  'npm',
  [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--loglevel=error',
    '--os=linux',
    `--cpu=${values.cpu}`,
    '--libc=glibc',
    ...ofServers,
  ],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
// what types and maps describe is there already; TypeScript itself is an optional peer that nothing starts
rmSync(join(root, 'node_modules/typescript'), { recursive: true, force: true });
execFileSync('find', [
  root,
  '-path',
  '*/node_modules/*',
  '-type',
  'f',
  '-regex',
  '.*\\.\\(map\\|[cm]?ts\\)',
  '-delete',
]);
const sbom = JSON.parse(
  execFileSync('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', ...ofServers], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
);
const modules = ['.', ...WORKSPACES]
  .flatMap((each) => modulesIn(join(root, each, 'node_modules')))
  .filter((each) => !each.name.startsWith('@dosar/'));
const complaints = complaintsAbout(modules, json('scripts/release/known-bad.json'));
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exit(1);
}

for (const file of [
  'package-lock.json',
  '.npmrc',
  'node_modules/@dosar',
  'node_modules/.package-lock.json',
  'node_modules/.bin',
])
  rmSync(join(root, file), { recursive: true, force: true });
for (const lib of WORKSPACES.filter((each) => each.startsWith('libs/'))) {
  // bundles contain our own libraries; a version of a package that only one of them needs is beside it
  const own = join(root, lib, 'node_modules');
  if (existsSync(own))
    for (const app of ['gateway', 'projector'])
      cpSync(own, join(root, 'apps', app, 'node_modules'), { recursive: true, force: false });
}
rmSync(join(root, 'libs'), { recursive: true, force: true });
for (const app of ['gateway', 'projector', 'console']) put(`apps/${app}/dist`);
put('apps/gateway/demo/documents');
for (const page of ['libs/kernel/FORMAT.md', 'libs/kernel/EVENTS.json'])
  put(page, page.slice(page.lastIndexOf('/') + 1));
for (const page of ['README.md', 'CHANGELOG.md', 'prometheus', 'grafana', 'caddy', 'nginx', 'systemd'])
  if (existsSync(join('deploy', page))) put(join('deploy', page));

const program = (bundle) => `#!/bin/sh
exec node --max-semi-space-size=8 --heap-growing-percent=100 --v8-pool-size=1 --enable-source-maps "$(dirname "$(readlink -f "$0")")/../apps/${bundle}" "$@"
`;
mkdirSync(join(root, 'bin'));
for (const [file, bundle] of [
  ['dosar-server', 'gateway/dist/main.js'],
  ['dosar-projector', 'projector/dist/main.js'],
  ['dosar', 'gateway/dist/dosar.js'],
]) {
  writeFileSync(join(root, 'bin', file), program(bundle));
  chmodSync(join(root, 'bin', file), 0o755);
}
writeFileSync(
  join(root, 'package.json'),
  `${JSON.stringify({ name: 'dosar', version, private: true, type: 'module', engines: json('package.json').engines }, null, 2)}\n`,
);
for (const app of ['gateway', 'projector'])
  writeFileSync(join(root, 'apps', app, 'package.json'), '{ "type": "module" }\n');
const hash = createHash('sha256').update(JSON.stringify(sbom.components)).digest('hex');
sbom.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
sbom.metadata.timestamp = new Date(Number(seconds) * 1_000).toISOString();
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
writeFileSync(join(root, 'THIRD-PARTY-LICENCES.txt'), noticeOf(modules));

mkdirSync(values.out, { recursive: true });
const tarball = resolve(values.out, `${name}.tar.gz`);
const packed = spawnSync(
  'sh',
  [
    '-c',
    `tar --sort=name --mtime=@${seconds} --owner=0 --group=0 --numeric-owner --mode=go+rX,go-w -C "${stage}" -cf - "${name}" | gzip -n -9 > "${tarball}"`,
  ],
  { stdio: 'inherit' },
);
if (packed.status !== 0) process.exit(1);
const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex');
writeFileSync(`${tarball}.sha256`, `${sum}  ${name}.tar.gz\n`);
const folder = execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0];
rmSync(stage, { recursive: true, force: true });
console.log(JSON.stringify({ tarball, sha256: sum, packages: modules.length, folder_mb: Number(folder) }));
