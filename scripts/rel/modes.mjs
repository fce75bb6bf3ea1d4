// Who may read what a server keeps.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What in a data folder is not its owner's alone: folders are 0700, files 0600. @returns what is otherwise, and how many there are */
export const modesOf = (dataDir) => {
  const faults = [];
  const all = ['', ...readdirSync(dataDir, { recursive: true })];
  for (const name of all) {
    // what is only there for a moment may be gone
    const found = statSync(join(dataDir, name), { throwIfNoEntry: false });
    if (!found) continue;
    const mode = found.mode & 0o777;
    if (mode !== (found.isDirectory() ? 0o700 : 0o600)) faults.push(`${name || dataDir} has mode ${mode.toString(8)}`);
  }
  return { faults, count: all.length };
};
