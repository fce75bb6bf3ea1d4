import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describedContracts } from './described.mjs';

const ROOT = new URL('../../', import.meta.url);

/** Which release this is, and from which commit it is built, with `-dirty` when its sources are not that commit's; null: not known. */
const build = () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  const git = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  const { status, stdout } = spawnSync('git', git, { cwd: ROOT, encoding: 'utf8' });
  return { version, commit: status === 0 ? stdout.trim() : null };
};

/** The hash of the page about the log, which a log says that is founded by this. */
const formatPage = () =>
  createHash('sha256')
    .update(readFileSync(new URL('libs/kernel/FORMAT.md', ROOT)))
    .digest('hex');

/** Bundles our own code from source; what comes from npm stays in node_modules. */
export const serverBundle = (input, dir) => ({
  input,
  platform: 'node',
  plugins: [describedContracts],
  transform: { define: { DOSAR_BUILD: JSON.stringify(build()), DOSAR_FORMAT_PAGE: JSON.stringify(formatPage()) } },
  external: (id) => !/^(\.|\/|@dosar\/|@oxc-project\/|\0)/.test(id),
  output: { dir, format: 'esm', sourcemap: true, keepNames: true, entryFileNames: '[name].js' },
});

const workersIn = (folder) =>
  Object.fromEntries(
    readdirSync(new URL(folder, ROOT), { recursive: true })
      .filter((file) => file.endsWith('.worker.ts') && !/(^|\/)(node_modules|dist)/.test(file))
      .map((file) => [basename(file, '.ts'), fileURLToPath(new URL(`${folder}${file}`, ROOT))]),
  );
/** Code that runs in threads or processes of its own, and so has bundles of its own beside the one that starts it. */
export const workers = workersIn('libs/adapters/');
/** Those that only the gateway has. */
export const gatewayWorkers = workersIn('apps/gateway/');
