import { checkpoints, placeOf, type StoredRecord } from '@dosar/kernel/runtime';
import type { Installation } from './installation';

/** Work of a context that follows the log: under a name that stays, and true when there was something to do. */
export type FollowingJob = {
  readonly name: string;
  readonly work: (batch: readonly StoredRecord[]) => Promise<boolean>;
};

/** Works through the whole log, from where it was when it ended: what was done twice must change nothing. */
export const follow = async (
  { ports }: Pick<Installation, 'ports'>,
  { name, work }: FollowingJob,
  signal: AbortSignal,
): Promise<void> => {
  const places = checkpoints(ports.vault);
  const from = await places.begin(name, ports.events, null);
  for await (const batch of ports.events.follow(from, signal)) {
    const isDone = await work(batch);
    if (signal.aborted) return;
    if (isDone) await places.move(name, placeOf(batch.at(-1)!));
  }
};
