import { Worker } from 'node:worker_threads';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { workerFile } from '@dosar/adapters/worker-file';
import type { SealedDocument, Stop, TryKind } from '@dosar/kernel/runtime';

/** A document whose bytes are not those of its record, by ids only. */
type DamagedDocument = Pick<SealedDocument, 'id' | 'blobId'> & { readonly why: string };

export type FollowerOptions = { readonly config: PortsConfig; readonly masterKeys: readonly string[] };
export type ProjectorOptions = FollowerOptions & { readonly commits: SharedArrayBuffer };
/** `ocr`: whether OCR is used where it is installed. */
export type IndexingOptions = FollowerOptions & { readonly ocr: 'auto' | 'off'; readonly processId: string };
/** Messages of a thread that follows the log and fills views or an index. */
export type FromFollower =
  | { readonly ready: true }
  | { readonly told: string }
  | { readonly failed: string }
  /** A page of its file cannot be read. */
  | { readonly damaged: string }
  /** Rows of this view were changed from outside. */
  | { readonly changedRows: string }
  /** Its content was of another log. */
  | { readonly dropped: true }
  /** Everything destroyed up to that position is removed from its file. */
  | { readonly erased: string }
  /** An outage is over. */
  | { readonly recovered: true }
  /** The bytes of this file are not those of its record. */
  | { readonly damagedDocument: DamagedDocument }
  | { readonly givenUp: { readonly kind: TryKind; readonly about: string; readonly why: string } }
  | { readonly stopped: { readonly view: string; readonly stop: Stop } };

export type OnFollower = {
  readonly onTold?: (what: string) => void;
  readonly onFailure: (reason: string) => void;
  readonly onDropped?: () => void;
  readonly onChangedRows?: (view: string) => void;
  readonly onDamaged?: (why: string) => void;
  readonly onErased?: (upTo: string) => void;
  readonly onRecovery?: () => void;
  readonly onDamagedDocument?: (damaged: DamagedDocument) => void;
  readonly onGivenUp?: (kind: TryKind, about: string, why: string) => void;
  readonly onStop: (view: string, stop: Stop) => void;
};

/**
 * Twice the measured maximum, garbage included. Below two gigabytes V8 collects garbage once a heap has grown to 1.6 times
 * of what was left, not to four times.
 */
const MEMORY = { maxOldGenerationSizeMb: 1_024 } as const;

export type Following = {
  /** Settles when its files are complete. */
  readonly stop: () => Promise<void>;
};

const heard = (message: Exclude<FromFollower, { readonly ready: true }>, on: OnFollower): void => {
  if ('told' in message) on.onTold?.(message.told);
  else if ('failed' in message) on.onFailure(message.failed);
  else if ('changedRows' in message) on.onChangedRows?.(message.changedRows);
  else if ('damaged' in message) on.onDamaged?.(message.damaged);
  else if ('damagedDocument' in message) on.onDamagedDocument?.(message.damagedDocument);
  else if ('dropped' in message) on.onDropped?.();
  else if ('erased' in message) on.onErased?.(message.erased);
  else if ('recovered' in message) on.onRecovery?.();
  else if ('givenUp' in message) on.onGivenUp?.(message.givenUp.kind, message.givenUp.about, message.givenUp.why);
  else on.onStop(message.stopped.view, message.stopped.stop);
};

/** Follows the log in a thread of its own, so that filling views or an index delays no request. */
export const followInThread = async <O extends FollowerOptions>(
  thread: 'projector.worker' | 'indexing.worker',
  options: O,
  on: OnFollower,
): Promise<Following> => {
  const worker = new Worker(workerFile(thread), { workerData: options, resourceLimits: MEMORY });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromFollower) => {
      if ('ready' in message) resolve();
      else heard(message, on);
    });
    worker.on('error', (error) => {
      on.onFailure(error.message);
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
