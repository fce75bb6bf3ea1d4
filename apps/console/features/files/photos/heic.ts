import { workerOf } from '../../../platform/trusted';
import workerAddress from './heic.worker?worker&url';

/** Longer than the largest photo takes on a slow phone. */
const PATIENCE_MS = 60_000;

/** A photo as a JPEG, made in a thread of its own; null when it cannot be read, or takes too long. */
export const asJpeg = (photo: Blob): Promise<Blob | null> =>
  new Promise((resolve) => {
    const worker = workerOf(workerAddress);
    const end = (made: Blob | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(made);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage(photo);
  });
