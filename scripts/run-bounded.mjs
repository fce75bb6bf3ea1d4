// Commands of the check: what they print is collected, and none of them runs for ever.
import { spawn } from 'node:child_process';

/** Three times what the longest command takes here: what has not ended by then never will. */
const MOST_MS = 30 * 60_000;

const groups = new Set();

const endGroup = (pid) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // it ended meanwhile
    if (error.code !== 'ESRCH') throw error;
  }
};

// the commands run in process groups of their own, which a terminal's Ctrl+C does not reach
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const pid of groups) endGroup(pid);
    process.exit(1);
  });

/**
 * Runs a command to its end, or ends it with everything that it began.
 * @returns {Promise<{ok: boolean, said: string}>} `said` is what it printed on both outputs
 */
export const runBounded = (command, args, { env, mostMs = MOST_MS }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
    let said = '';
    groups.add(child.pid);
    child.stdout.on('data', (data) => (said += data));
    child.stderr.on('data', (data) => (said += data));
    const late = setTimeout(() => {
      said += `\nIt did not end within ${mostMs / 60_000} minutes, and was ended.`;
      endGroup(child.pid);
    }, mostMs);
    child.on('close', (code) => {
      clearTimeout(late);
      groups.delete(child.pid);
      resolve({ ok: code === 0, said });
    });
  });
