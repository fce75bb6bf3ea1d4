import { Worker } from 'node:worker_threads';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { workerFile } from '@dosar/adapters/worker-file';
import {
  keepGoing,
  keepHead,
  keyring,
  runProjectors,
  type Masters,
  type Ports,
  type Stop,
} from '@dosar/kernel/runtime';
import { registry, projectors } from '@dosar/domain/registry';

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

/** Fills the views and keeps the head of the log, until the signal. */
export const project = async (
  ports: Pick<Ports, 'reads' | 'vault' | 'signals'> & { readonly events: Pick<Ports['events'], 'follow' | 'head'> },
  masters: Masters,
  told: { readonly onFailure: (error: Error) => void; readonly onStop: OnStop },
  signal: AbortSignal,
): Promise<void> => {
  const ring = keyring(ports.vault, masters);
  ring.watch(signal);
  const fill = async () => {
    const parts = { ...ports, keyring: ring, onStop: told.onStop };
    await (
      await runProjectors(projectors, registry, parts, signal)
    ).ended;
  };
  await Promise.all([
    keepGoing(fill, signal, told.onFailure),
    keepGoing(() => keepHead(ports, signal), signal, told.onFailure),
  ]);
};
