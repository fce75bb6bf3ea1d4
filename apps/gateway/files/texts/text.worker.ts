import { parentPort, workerData } from 'node:worker_threads';
import { readText } from './read-text';

export type TextAsked = { readonly bytes: ArrayBuffer; readonly mimeType: string };

const { bytes, mimeType } = workerData as TextAsked;
void readText(Buffer.from(bytes), mimeType).then((outcome) => parentPort!.postMessage(outcome));
