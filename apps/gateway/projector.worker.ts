import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorPorts } from '@dosar/adapters/open-ports';
import { keyring, runProjectors } from '@dosar/kernel';
import { library, projectors } from '@dosar/domain/everything';
import type { FromProjector, ProjectorOptions } from './platform/projecting';

const { dataDir, master } = workerData as ProjectorOptions;
const tell = (message: FromProjector) => parentPort!.postMessage(message);
const stopping = new AbortController();
parentPort!.on('message', () => stopping.abort());

const TRY_AGAIN_MS = 1_000;

const ports = await openProjectorPorts({ dataDir });
const ring = keyring(ports.vault, Buffer.from(master, 'hex'));
for (let first = true; !stopping.signal.aborted; first = false) {
  try {
    const { ended } = await runProjectors(projectors, library, { ...ports, keyring: ring }, stopping.signal);
    if (first) tell({ ready: true });
    await ended;
  } catch (error) {
    tell({ failed: (error as Error).message });
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}
await ports.close();
parentPort!.close();
