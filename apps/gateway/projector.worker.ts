import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorPorts } from '@dosar/adapters/open-ports';
import { keepProjecting, keyring, masters, rowsKey, type Stop } from '@dosar/kernel/runtime';
import { projectors, registry } from '@dosar/domain/registry';
import type { FromFollower, ProjectorOptions } from './platform/hosting/projecting';

const { config, masterKeys, commits } = workerData as ProjectorOptions;
const tell = (message: FromFollower) => parentPort!.postMessage(message);
const stopping = new AbortController();
parentPort!.on('message', () => stopping.abort());

const ports = await openProjectorPorts(config, commits, (why) => tell({ damaged: why }));
tell({ ready: true });
const keys = masters(masterKeys.map((key) => Buffer.from(key, 'hex')));
const ring = keyring(ports.vault, keys);
ring.watch(stopping.signal);
const told = {
  onChangedRows: (view: string) => tell({ changedRows: view }),
  onFailure: ({ message }: Error) => tell({ failed: message }),
  onStop: (view: string, stop: Stop) => tell({ stopped: { view, stop } }),
};
await keepProjecting(
  projectors,
  registry,
  {
    ...ports,
    ...told,
    keyring: ring,
    rowsKey: await rowsKey(ports.vault, keys),
    sealing: { ...ports, masters: keys, host: new URL(config.publicUrl).host, sealer: null },
  },
  stopping.signal,
);
await ports.close();
parentPort!.close();
