import { parentPort, workerData } from 'node:worker_threads';
import { openIndexingPorts } from '@dosar/adapters/open-ports';
import { documentBytes, keyring, masters, Tries, type Position, type Stop } from '@dosar/kernel/runtime';
import { keepIndexing } from '@dosar/search';
import { registry } from '@dosar/domain/registry';
import { documents } from '@dosar/domain/search/documents';
import { Ocr, whyNoOcr } from './files/texts/ocr';
import { searchText } from './files/texts/search-text';
import { goAfterOthers } from './platform/hosting/priority';
import type { FromFollower, IndexingOptions } from './platform/hosting/projecting';

const { config, masterKeys, ocr: mode, processId } = workerData as IndexingOptions;
const tell = (message: FromFollower) => parentPort!.postMessage(message);
const stopping = new AbortController();
parentPort!.on('message', () => stopping.abort());

/** Calls take precedence over indexing, to which a quarter of a busy processor is left. */
const NICE = 5;
goAfterOthers(NICE);
const { blobs, close, ...ports } = await openIndexingPorts(config, (why) => tell({ damaged: why }));
tell({ ready: true });
const ring = keyring(ports.vault, masters(masterKeys.map((key) => Buffer.from(key, 'hex'))));
ring.watch(stopping.signal);
const missing = await whyNoOcr(mode);
tell({ told: missing === null ? 'words in pictures are found' : `words in pictures are not found: ${missing}` });
const bytes = documentBytes(blobs, ring, ({ id, blobId }, { message }) =>
  tell({ damagedDocument: { id, blobId, why: message } }),
);
const ocr = missing === null ? new Ocr(bytes) : null;
const tries = new Tries({
  vault: ports.vault,
  kind: 'document',
  process: processId,
  isAlone: config.profile === 'embedded',
  onGivenUp: (kind, about, why) => tell({ givenUp: { kind, about, why } }),
});
const indexing = {
  events: ports.events,
  index: ports.index,
  keyring: ring,
  vault: ports.vault,
  tries,
  read: searchText.bind(null, bytes),
  recognize: ocr?.read,
  onDropped: () => tell({ dropped: true }),
  onErased: (upTo: Position) => tell({ erased: String(upTo) }),
  onFailure: ({ message }: Error) => tell({ failed: message }),
  onRecovery: () => tell({ recovered: true }),
  onStop: (stop: Stop) => tell({ stopped: { view: documents.view, stop } }),
};
await keepIndexing(documents, registry, indexing, stopping.signal);
ocr?.end();
await tries.release();
await close();
parentPort!.close();
