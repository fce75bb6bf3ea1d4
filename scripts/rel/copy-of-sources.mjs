// A copy of the sources that may be changed, whose packages are ours.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aFolder, ROOT } from './server.mjs';

const linkPackages = (from, to) => {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (!name.startsWith('.') && name !== '@dosar') symlinkSync(join(from, name), join(to, name));
};

/** @param {string[]} paths which files and folders of the repository, beside the libraries and the verifier that they use */
export const copyOfSources = (paths) => {
  const copy = aFolder('dosar-sources-');
  const files = execFileSync(
    'git',
    ['ls-files', '-zco', '--exclude-standard', 'package.json', 'libs', 'deploy/verify', ...paths],
    {
      cwd: ROOT,
    },
  );
  for (const each of files.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(ROOT, each))) continue;
    mkdirSync(dirname(join(copy, each)), { recursive: true });
    cpSync(join(ROOT, each), join(copy, each));
  }
  linkPackages(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const app of ['apps/gateway', 'apps/console'])
    if (existsSync(join(copy, app))) linkPackages(join(ROOT, app, 'node_modules'), join(copy, app, 'node_modules'));
  mkdirSync(join(copy, 'node_modules/@dosar'));
  for (const lib of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', lib), join(copy, 'node_modules/@dosar', lib));
  return copy;
};
