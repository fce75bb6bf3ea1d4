// Asks /api/health/live all the time, from a thread of its own, and says how long it took. On a machine that others use as
// well, the time that the asked and the asking thread stood in the kernel's queue for a processor is not the server's doing.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY_MS = 50;

/** How long a thread has waited for a processor, in ms; 0 where the kernel does not say. */
export const queuedMs = (thread) => {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

if (!isMainThread && workerData?.url) {
  const { url, pid } = workerData;
  const took = [];
  const own = [];
  let faults = 0;
  const queued = () => queuedMs(`${pid}/task/${pid}`) + queuedMs('thread-self');
  const ask = () =>
    new Promise((resolve) => {
      const before = queued();
      const started = performance.now();
      const end = (status) => {
        const ms = performance.now() - started;
        resolve({ status, ms, own: Math.max(0, ms - (queued() - before)) });
      };
      const asked = request(url, (response) => {
        response.resume().on('end', () => end(response.statusCode));
      });
      asked.on('error', () => end(0));
      asked.end();
    });
  const share = (list, part) =>
    Math.round(list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0);
  parentPort.on('message', () => {
    parentPort.postMessage({
      asked: took.length,
      faults,
      p50: share(took, 0.5),
      p999: share(took, 0.999),
      slowest: share(took, 1),
      slowest_without_the_queue: share(own, 1),
    });
  });
  for (;;) {
    const answer = await ask();
    took.push(answer.ms);
    own.push(answer.own);
    if (answer.status !== 200) faults += 1;
    await new Promise((go) => setTimeout(go, EVERY_MS));
  }
}

export const startPulse = (url, pid) => {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { url: `${url}/api/health/live`, pid } });
  return {
    /** @returns how often it was asked, and how long that took, in ms. */
    async stop() {
      const said = new Promise((resolve) => worker.once('message', resolve));
      worker.postMessage('stop');
      const figures = await said;
      await worker.terminate();
      return figures;
    },
  };
};
