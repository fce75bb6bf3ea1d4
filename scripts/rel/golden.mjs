// The data folder of each release, as somebody has worked with it: `scripts/rel/golden/<version>.tar.gz`. What follows reads
// them, for ever. Only before a release is out may its folder be made anew: node scripts/rel/upgrades.mjs --golden
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './server.mjs';

const PLACE = join(ROOT, 'scripts/rel/golden');
const END = '.tar.gz';
const STORY = 'story.json';
/** What is computed from the log, and what a process leaves that runs. */
const COMPUTED = /^(views|snapshots|search)\.db|^dosar\.(lock|pid)|-(wal|shm|journal)$|^mail$/;

/** The release that these sources are: as long as it is not out, its own folder may be made anew. */
export const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** @param {{ dataDir: string, email: string, folder: { id: string } }} office a stopped installation, which is not used any more */
export const keepGolden = ({ dataDir, email, folder }) => {
  for (const name of readdirSync(dataDir).filter((each) => COMPUTED.test(each)))
    rmSync(join(dataDir, name), { recursive: true });
  writeFileSync(join(dataDir, STORY), JSON.stringify({ email, folder: { id: folder.id } }));
  mkdirSync(PLACE, { recursive: true });
  const file = join(PLACE, `${version}${END}`);
  execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '-czf', file, '-C', dataDir, '.']);
  return file;
};

export const goldenReleases = () =>
  existsSync(PLACE)
    ? readdirSync(PLACE)
        .filter((name) => name.endsWith(END))
        .map((name) => basename(name, END))
    : [];

/** @returns the installation of that release, in this folder */
export const unpackGolden = (release, dataDir) => {
  execFileSync('tar', ['-xzf', join(PLACE, `${release}${END}`), '-C', dataDir]);
  const story = JSON.parse(readFileSync(join(dataDir, STORY), 'utf8'));
  rmSync(join(dataDir, STORY));
  return { dataDir, ...story };
};
