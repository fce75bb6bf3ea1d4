import { bulkApi, type FailedItem } from '@dosar/contracts';
import { call, session } from '../../../platform/api';
import { invalidate } from '../../../platform/queries';
import { store } from '../../../platform/storage/store';
import type { Outcome } from '../bulk/bulk-work';

/** What of something that was asked for was not done, and why. */
export type InterruptedUpload = {
  readonly id: number;
  readonly total: number;
  readonly failed: readonly FailedItem[];
  /** The archive out of which this was left; null: it is no unpacking. */
  readonly archive: string | null;
  /** Whose failed items can be asked for again. */
  readonly operations: readonly string[];
  readonly isTrying: boolean;
};

/** It stays until somebody has read it. */
export const interruptedUploads = store<readonly InterruptedUpload[]>([]);
session.onEnd(() => interruptedUploads.set([]));

let last = 0;
type Leaving = Pick<Outcome<unknown>, 'total' | 'failed' | 'partial'>;
export const leave = ({ total, failed, partial }: Leaving, archive: string | null = null): void => {
  if (failed.length === 0) return;
  const left = { id: (last += 1), total, failed, archive, operations: partial, isTrying: false };
  interruptedUploads.set([...interruptedUploads.get(), left]);
};

export const dismiss = (id: number): void =>
  interruptedUploads.set(interruptedUploads.get().filter((each) => each.id !== id));

const change = (id: number, how: Partial<InterruptedUpload>) =>
  interruptedUploads.set(interruptedUploads.get().map((each) => (each.id === id ? { ...each, ...how } : each)));

/** Asks for what failed once more. @returns whether all of it is done now. @throws what all of it was refused for. */
export const tryAgain = async ({ id, operations }: InterruptedUpload): Promise<boolean> => {
  change(id, { isTrying: true });
  const left: string[] = [];
  const failed: FailedItem[] = [];
  try {
    for (const each of operations) {
      const { operation } = await call(bulkApi.retry, { params: { id: each } });
      failed.push(...operation.failed);
      if (operation.failed.length > 0) left.push(operation.id);
    }
    if (failed.length === 0) dismiss(id);
    else change(id, { failed, operations: left });
    return failed.length === 0;
  } finally {
    change(id, { isTrying: false });
    void invalidate(['files', 'folders']);
  }
};
