import { workerData } from 'node:worker_threads';
import { gathering } from '@dosar/kernel/runtime';
import { answeringInBatches } from '../thread';
import { smallBlobs } from './small-blobs';

/** While blobs come so close together, several become durable at once: each waits a little for the next. */
const CLOSE_MS = 8;
const PATIENCE_MS = 2;

const blobs = smallBlobs(workerData as string);
answeringInBatches(blobs.put, blobs.close, gathering(new AbortController().signal, CLOSE_MS, PATIENCE_MS));
