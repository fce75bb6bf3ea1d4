import { pauseUntil } from '../async/keep-going';
import { pace } from '../async/pace';
import { UNTIL_ACCEPTED } from '../model/damage';
import { updateIn } from '../keys/update-in';
import { refuseLog } from '../log/log-refusal';
import { leafOf } from '../log/record';
import type { Position } from '../model/event';
import type { StoredRecord, Vault } from '../ports';
import { GrowingTree } from './growing-tree';
import type { SignedHead } from './ledger';
import { knownIn, Rewritten, SEAL, Sealing, type SealerPorts } from './sealing';
import { originOf } from './signing-keys';
import { NotInTiles, TILE_WIDTH, tileName } from './tree';

export type { SealerPorts } from './sealing';

/** A sealer without a sign of life for this long is replaced. */
const LEASE_MS = 30_000;
/** A stop does not wait for a long log to be read. */
const BATCHES_AT_END = 10;
/** Place in the vault: who signs. */
const SEALER = 'ledger/sealer';

type Lease = { readonly id: string; readonly until: number };

/** Takes or prolongs the right to sign; where there is one process alone, it has it. */
const isLeased = async (vault: Vault, id: string | null): Promise<boolean> => {
  if (id === null) return true;
  const now = Date.now();
  const kept = await updateIn(vault, SEALER, (text) => {
    const held = text === null ? null : (JSON.parse(text) as Lease);
    const mine: Lease = { id, until: now + LEASE_MS };
    return held && held.id !== id && held.until > now ? null : JSON.stringify(mine);
  });
  return (JSON.parse(kept!) as Lease).id === id;
};

/** Lets another process sign at once. */
const release = async (vault: Vault, id: string | null): Promise<void> => {
  if (id === null) return;
  const none: Lease = { id: '', until: 0 };
  await updateIn(vault, SEALER, (text) =>
    text !== null && (JSON.parse(text) as Lease).id === id ? JSON.stringify(none) : null,
  );
};

/** Whether the newest record below a head is the one that it was signed over, by its stored hash. */
const isBelow = async ({ events, ledger }: SealerPorts, { origin, size, position }: SignedHead): Promise<boolean> => {
  const [record] = await events.at([position]);
  const [tile] = await ledger.tiles(origin, [tileName(0, Math.floor((size - 1) / TILE_WIDTH))]);
  const at = ((size - 1) % TILE_WIDTH) * 32;
  const leaf = tile?.subarray(at, at + 32);
  return record && leaf ? leafOf(record).equals(leaf) : false;
};

/** The tree below a head; from the beginning of the log where its hashes are lost, or are not those of the log. */
const treeBelow = async (ports: SealerPorts, newest: SignedHead | null, isAnew: boolean): Promise<GrowingTree> => {
  if (newest === null) return GrowingTree.empty();
  const end = (await ports.events.head()) ?? 0n;
  if (end < newest.position)
    throw new Rewritten(
      `the log ends at position ${end}, but a head was signed over ${newest.size} records up to position ${newest.position}`,
    );
  if (isAnew || !(await isBelow(ports, newest))) return GrowingTree.empty();
  return GrowingTree.below(ports.ledger, newest);
};

/** At the end: what the log has behind that position, some batches at most. */
const left = async function* (events: SealerPorts['events'], after: Position | null) {
  const end = (await events.head()) ?? 0n;
  let batches = 0;
  if ((after ?? 0n) >= end) return;
  const enough = new AbortController();
  for await (const batch of events.follow(after, enough.signal)) {
    yield batch;
    if (batch.at(-1)!.position >= end || (batches += 1) === BATCHES_AT_END) break;
  }
  enough.abort();
};

/** Follows the log and signs until the signal aborts, the log has another name, or another process signs. */
const sealUntil = async (ports: SealerPorts, isAnew: boolean, signal: AbortSignal): Promise<void> => {
  const { events, vault, ledger, host, sealer, ms = SEAL.ms } = ports;
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const origin = await originOf(vault, host);
  const newest = await ledger.newest(origin);
  const tree = await treeBelow(ports, newest, isAnew);
  const sealing = new Sealing(ports, origin, tree, { newest, known: await knownIn(vault, origin) });
  let failure: Error | null = null;
  const fail = (error: Error) => {
    failure ??= error;
    ending.abort();
  };
  const isMine = async () => (await isLeased(vault, sealer)) && (await originOf(vault, host)) === origin;
  const tick = async () => {
    if (!(await isMine())) return ending.abort();
    await sealing.seal();
  };
  const ticking = setInterval(() => void tick().catch(fail), ms);
  const rest = pace();
  const take = async (batch: readonly StoredRecord[]) => {
    for (const record of batch) sealing.add(leafOf(record), record.position);
    await sealing.store();
  };
  try {
    for await (const batch of events.follow(tree.position, until)) {
      await take(batch);
      if (sealing.unsealed >= SEAL.records && (await isMine())) await sealing.seal();
      await rest();
    }
    if (failure === null && (await isMine())) {
      for await (const batch of left(events, tree.position)) await take(batch);
      await sealing.seal();
    }
  } finally {
    clearInterval(ticking);
  }
  if (failure !== null) throw failure as Error;
};

/**
 * Follows the log and signs heads over it until the signal aborts, then once more. In one process at a time; never two
 * roots for one size. A log that is not the one that was signed becomes read-only until an operator accepts it.
 */
export const keepSealing = async (ports: SealerPorts, signal: AbortSignal): Promise<void> => {
  const { vault, sealer } = ports;
  for (let isAnew = false, isFirst = true; isFirst || !signal.aborted; isFirst = false) {
    if (!(await isLeased(vault, sealer))) {
      await pauseUntil(signal, SEAL.ms);
      continue;
    }
    try {
      await sealUntil(ports, isAnew, signal);
      isAnew = false;
    } catch (error) {
      if (error instanceof Rewritten) {
        await refuseLog(vault, `${error.message}; ${UNTIL_ACCEPTED}`);
        await pauseUntil(signal, LEASE_MS);
      } else if (!(error instanceof NotInTiles) || isAnew) throw error;
      // once more from the beginning of the log, which says whether it is the one that was signed
      isAnew = true;
    }
  }
  await release(vault, sealer);
};
