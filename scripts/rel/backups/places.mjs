// Where backups of a run lie, and the operator's commands beside the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atEnd } from '../../ending.mjs';
import { aFolder, ROOT } from '../server.mjs';

export const placesOf = () => {
  const root = aFolder('dosar-copies-');
  return { root, backup: join(root, 'copie'), vault: join(root, 'copie-vault'), key: join(root, 'master.key') };
};

/** Begins a command: what it says, and how it ends, come later. */
export const begin = (dataDir, words, { before = [], environment = {} } = {}) => {
  const [program, ...args] = [...before, process.execPath, join(ROOT, 'apps/gateway/dist/dosar.js'), ...words];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DOSAR_DATA_DIR: dataDir, ...environment },
  });
  const over = atEnd(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const ended = once(child, 'close').then(([code]) => {
    over();
    return { code, said };
  });
  return { child, ended };
};

export const dosar = (dataDir, ...words) => begin(dataDir, words).ended;
