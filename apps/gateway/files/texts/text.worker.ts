import { parentPort } from 'node:worker_threads';
import { readText } from './read-text';

export type TextAsked = { readonly bytes: ArrayBuffer; readonly mimeType: string; readonly isForSearch?: boolean };

parentPort!.on('message', ({ bytes, mimeType, isForSearch }: TextAsked) => {
  void readText(Buffer.from(bytes), mimeType, isForSearch).then((outcome) => parentPort!.postMessage(outcome));
});
