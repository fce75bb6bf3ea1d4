import { dataKeys } from '../model/data-keys';
import { Unavailable, type EventStore, type ReadStore } from '../ports';
import type { IsUsed } from './record-keys';

const LOOK_MS = 50;
const PATIENCE_MS = 10_000;

export type UsedKeysPorts = {
  readonly events: Pick<EventStore, 'head'>;
  readonly reads: Pick<ReadStore, 'get' | 'state'>;
};

/**
 * Whether the log named a key at the time of this call; later ones are found in the vault. Only needed for a key that
 * is missing.
 */
export const usedKeys = async ({ events, reads }: UsedKeysPorts): Promise<IsUsed> => {
  const head = await events.head();
  const isKnown = async () => head === null || ((await reads.state(dataKeys)).position ?? -1n) >= head;
  return async (name) => {
    for (let waited = 0; !(await isKnown()); waited += LOOK_MS) {
      if (waited >= PATIENCE_MS) throw new Unavailable('which keys the log uses is not known yet');
      await new Promise((go) => setTimeout(go, LOOK_MS));
    }
    return (await reads.get(dataKeys, name)) !== null;
  };
};
