import { Worker } from 'node:worker_threads';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { workerFile } from '@dosar/adapters/worker-file';
import { keyring, runProjectors, type Ports, type ViewStatus } from '@dosar/kernel';
import { library, projectors } from '@dosar/domain/everything';

export type ProjectorOptions = {
  readonly config: PortsConfig;
  readonly master: string;
  readonly commits: SharedArrayBuffer;
};
export type FromProjector = { readonly ready: true } | { readonly failed: string };

export type Projecting = {
  /** Settles when the views are at rest. */
  readonly stop: () => Promise<void>;
};

/** The projectors in a thread of their own, so that filling views does not keep requests waiting. */
export const projectInThread = async (
  options: ProjectorOptions,
  onFailure: (reason: string) => void,
): Promise<Projecting> => {
  const worker = new Worker(workerFile('projector.worker'), { workerData: options });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromProjector) => ('ready' in message ? resolve() : onFailure(message.failed)));
    worker.on('error', (error) => {
      onFailure(error.message);
      reject(error);
    });
  });
  return {
    async stop() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('stop');
      await ended;
    },
  };
};

/** The projectors in this thread, over ports that have no other: for tests and for a process of their own. */
export const projectHere = async (
  ports: Pick<Ports, 'events' | 'reads' | 'vault' | 'signals'>,
  master: Buffer,
): Promise<Projecting & { status(): readonly ViewStatus[] }> => {
  const stopping = new AbortController();
  const ring = keyring(ports.vault, master);
  const running = await runProjectors(projectors, library, { ...ports, keyring: ring }, stopping.signal);
  return {
    status: () => running.status(),
    async stop() {
      stopping.abort();
      await running.ended;
    },
  };
};
