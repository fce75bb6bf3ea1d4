// How the benchmark loads a server and what it makes of the answers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import autocannon from 'autocannon';
import { atEnd } from '../ending.mjs';
import { percentile } from '../percentile.mjs';
import { processorOf } from '../rel/process.mjs';

/** One core for the server, the other for the load, where the machine lets us choose. */
const pinning = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
export const pinned = (core) => (pinning ? ['taskset', '-c', String(core)] : []);
/** All cores: what a process begins has its own else. */
export const unpinned = pinning ? ['taskset', '-c', `0-${cpus().length - 1}`] : [];
/** From now on the load leaves the server's core alone. */
export const pinLoad = () => pinning && spawnSync('taskset', ['-acp', '1', String(process.pid)]);

export const startProcess = async (file, args) => {
  const [command, ...before] = [...pinned(0), process.execPath, file, ...args];
  const child = spawn(command, before, { stdio: ['ignore', 'pipe', 'inherit'] });
  const over = atEnd(() => child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.on('data', (data) => String(data).includes('ready in') && resolve()));
  return {
    stop: async () => {
      over();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** Until what is called often has been compiled: the first time that a server is asked for this, and from then on. */
const WARM = { first: Number(process.env.BENCH_WARM_SECONDS ?? 15), again: 1 };
const warmed = new Set();

/**
 * Waits until a server has done what it does behind its answers, such as reading texts: then two seconds cost it less than
 * `idleMs` of a processor. @throws when it never has
 */
export const untilIdle = async (pid, withinS = 300, idleMs = 50) => {
  for (const end = performance.now() + withinS * 1_000; performance.now() < end;) {
    const before = processorOf(pid);
    await new Promise((go) => setTimeout(go, 2_000));
    if (processorOf(pid) - before < idleMs) return;
  }
  throw new Error(`the server is still at work after ${withinS} s`);
};

/** Requests a second and latencies of `what`, a kind of call; fails when an answer is not what it should be. */
export const load = async ({ what, expect = [200], ...options }) => {
  const kind = `${options.url} ${what}`;
  await autocannon({ ...options, duration: warmed.has(kind) ? WARM.again : WARM.first });
  warmed.add(kind);
  const result = await autocannon({ duration: SECONDS, ...options });
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => !expect.includes(Number(status)));
  if (wrong.length > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${JSON.stringify(wrong)} and ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
};

/** Answers a second whose bytes are read and dropped: autocannon makes a text of each, which costs more than sending it. */
export const drain = async ({ url, connections, headers }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const one = () =>
    new Promise((resolve, reject) => {
      const asked = get(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      });
      asked.on('error', reject);
    });
  const during = async (seconds) => {
    const until = performance.now() + seconds * 1_000;
    let count = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (; performance.now() < until; count += 1) await one();
      }),
    );
    return count / seconds;
  };
  await during(1);
  const rate = await during(SECONDS);
  agent.destroy();
  return { rate };
};

/** Many at once, as often as it takes: work a second. */
export const inParallel = async (lanes, count, work) => {
  let left = count;
  const latencies = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while ((left -= 1) >= 0) {
        const began = performance.now();
        await work(lane, left);
        latencies.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  return { rate: count / seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), seconds };
};
