import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorPorts } from '@dosar/adapters/open-ports';
import { keepGoing, keyring, runProjectors } from '@dosar/kernel';
import { library, projectors } from '@dosar/domain/everything';
import type { FromProjector, ProjectorOptions } from './platform/projecting';

const { config, master, commits } = workerData as ProjectorOptions;
const tell = (message: FromProjector) => parentPort!.postMessage(message);
const stopping = new AbortController();
parentPort!.on('message', () => stopping.abort());

const ports = await openProjectorPorts(config, commits);
const ring = keyring(ports.vault, Buffer.from(master, 'hex'));
const project = async () => {
  const { ended } = await runProjectors(projectors, library, { ...ports, keyring: ring }, stopping.signal);
  tell({ ready: true });
  await ended;
};
await keepGoing(project, stopping.signal, ({ message }) => tell({ failed: message }));
await ports.close();
parentPort!.close();
