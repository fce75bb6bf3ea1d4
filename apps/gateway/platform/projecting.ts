import { Worker } from 'node:worker_threads';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { workerFile } from '@dosar/adapters/worker-file';
import type { Stop } from '@dosar/kernel/runtime';

export type ProjectorOptions = {
  readonly config: PortsConfig;
  readonly masterKeys: readonly string[];
  readonly commits: SharedArrayBuffer;
};
export type FromProjector =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly stopped: { readonly view: string; readonly stop: Stop } };

type OnStop = (view: string, stop: Stop) => void;

export type Projecting = {
  /** Settles when the views are at rest. */
  readonly stop: () => Promise<void>;
};

/** The projectors in a thread of their own, so that filling views does not keep requests waiting. */
export const projectInThread = async (
  options: ProjectorOptions,
  onFailure: (reason: string) => void,
  onStop: OnStop,
): Promise<Projecting> => {
  const worker = new Worker(workerFile('projector.worker'), { workerData: options });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromProjector) => {
      if ('ready' in message) resolve();
      else if ('failed' in message) onFailure(message.failed);
      else onStop(message.stopped.view, message.stopped.stop);
    });
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
