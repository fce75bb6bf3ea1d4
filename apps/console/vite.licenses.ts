import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

export const LICENSES_FILE = 'third-party-licenses.txt';

const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(licen[cs]e|copying|notice)/i;
const HERE = dirname(fileURLToPath(import.meta.url));
const RULE = '='.repeat(80);

type About = {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  repository?: string | { url: string };
};

/** All texts of licences in a package, also of what it contains of others. */
const textsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    if (each.isDirectory()) return each.name === 'node_modules' ? [] : textsIn(path);
    return LICENSE.test(each.name) && !/\.(m?js|ts|map)$/.test(each.name) ? [readFileSync(path, 'utf8').trim()] : [];
  });

const entryOf = (folder: string): string => {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as About;
  const source = homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
  const texts = [...new Set(textsIn(folder))];
  // the lesser licence adds to the general one, which must come with it
  if (license?.startsWith('LGPL-3')) texts.push(readFileSync(join(HERE, 'GPL-3.txt'), 'utf8').trim());
  return [`${name} ${version}`, license ?? 'no licence named', source, '', ...texts].filter(Boolean).join('\n\n');
};

const headOf = (names: readonly string[]) => `What this console contains of others, and under which licences.

libheif and libde265 (LGPL-3.0) are in libheif-js, which is used as it was published, in a file of its own: assets/libheif-*.js.
Their sources: https://github.com/strukturag/libheif, https://github.com/strukturag/libde265

${names.join('\n')}`;

/** What styles import is no module: of our own dependencies each is in it. */
const ownDependencies = (): string[] => {
  const { dependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies)
    .filter((name) => !name.startsWith('@dosar/'))
    .map((name) => findPackage(name, HERE));
};

const findPackage = (name: string, from: string): string => {
  const folder = join(from, 'node_modules', name);
  return existsSync(folder) ? folder : findPackage(name, dirname(from));
};

/** Collects the packages of all modules, of threads as well, and lays a file with their licences beside the console. */
export const licenses = (): { readonly collect: () => Plugin; readonly write: () => Plugin } => {
  const folders = new Set(ownDependencies());
  return {
    collect: () => ({
      name: 'dosar:packages',
      apply: 'build',
      moduleParsed({ id }) {
        const [, folder] = PACKAGE.exec(id) ?? [];
        if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
      },
    }),
    write: () => ({
      name: 'dosar:licenses',
      apply: 'build',
      generateBundle() {
        const entries = [...folders].map(entryOf).sort((a, b) => a.localeCompare(b, 'en'));
        const names = [...new Set(entries.map((each) => each.split('\n\n', 2).join(': ')))];
        const source = `${[headOf(names), ...new Set(entries)].join(`\n\n${RULE}\n\n`)}\n`;
        this.emitFile({ type: 'asset', fileName: LICENSES_FILE, source });
      },
    }),
  };
};
