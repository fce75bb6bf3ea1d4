import { CannotStart } from '../model/damage';
import { ACTS } from './operator-acts';
import type { BlobStore, EventStore, Vault } from '../ports';
import { FOUNDED_WITH } from '../keys/purpose-keys';
import { REFUSED } from './log-refusal';

export type FoundingPorts = {
  readonly events: Pick<EventStore, 'head'>;
  readonly vault: Pick<Vault, 'all'>;
  readonly blobs: Pick<BlobStore, 'all'>;
};

/** Places in the vault that an interrupted first start, or an operator before the first start, may have filled. */
const LEFT: ReadonlySet<string> = new Set([...FOUNDED_WITH, REFUSED, ACTS]);

const hasDocuments = async (blobs: FoundingPorts['blobs']): Promise<boolean> => {
  for await (const _ of blobs.all()) return true;
  return false;
};

const hasKeys = async (vault: FoundingPorts['vault']): Promise<boolean> => {
  for await (const [place] of vault.all('')) if (!LEFT.has(place)) return true;
  return false;
};

/**
 * Founding a new installation beside documents or keys of another one would make those unreadable: it is allowed only
 * where there are neither.
 * @throws CannotStart
 */
export const mustBeNew = async ({ events, vault, blobs }: FoundingPorts): Promise<void> => {
  const documents = await hasDocuments(blobs);
  const keys = await hasKeys(vault);
  if (!documents && !keys) return;
  // another process may have founded it since the log was found to be empty
  if ((await events.head()) !== null) return;
  const what = [...(documents ? ['documents'] : []), ...(keys ? ['a vault with keys'] : [])].join(' and ');
  throw new CannotStart(
    `there is no log, but ${what} ${documents ? 'lie' : 'lies'} here: restore the log and the vault that were backed up with them. A new installation is founded only where neither documents nor keys are`,
  );
};
