import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorPorts } from '@dosar/adapters/open-ports';
import { masters, type Stop } from '@dosar/kernel/runtime';
import { project, type FromProjector, type ProjectorOptions } from './platform/projecting';

const { config, masterKeys, commits } = workerData as ProjectorOptions;
const tell = (message: FromProjector) => parentPort!.postMessage(message);
const stopping = new AbortController();
parentPort!.on('message', () => stopping.abort());

const ports = await openProjectorPorts(config, commits);
tell({ ready: true });
const told = {
  onFailure: ({ message }: Error) => tell({ failed: message }),
  onStop: (view: string, stop: Stop) => tell({ stopped: { view, stop } }),
};
await project(ports, masters(masterKeys.map((key) => Buffer.from(key, 'hex'))), told, stopping.signal);
await ports.close();
parentPort!.close();
