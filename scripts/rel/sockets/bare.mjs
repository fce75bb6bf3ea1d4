import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../../ending.mjs';
import { freePort } from '../server.mjs';

const BARE = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));

/** socket.io with nothing around it, as a process of its own. */
export const bareServer = async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [BARE, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const over = atEnd(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const stop = async () => {
    over();
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
};
