import type { Position } from '../model/event';
import { Unavailable, type EventStore, type Vault } from '../ports';
import { leafHash } from '../log/merkle';
import type { Ledger, SignedHead } from './ledger';
import { originIn } from './signing-keys';
import { NotInTiles, proveConsistency, proveInclusion, rootAt, TILE_WIDTH, tileName } from './tree';

export type ProvenLog = {
  readonly ledger: Ledger;
  readonly vault: Pick<Vault, 'get'>;
  readonly events: Pick<EventStore, 'at'>;
};

/** The newest head; null before the first. */
export const newestHead = async ({ ledger, vault }: Omit<ProvenLog, 'events'>): Promise<SignedHead | null> => {
  const origin = await originIn(vault);
  return origin === null ? null : ledger.newest(origin);
};

/** Heads with a lower number, newest first. */
export const headsBefore = async (
  { ledger, vault }: Omit<ProvenLog, 'events'>,
  before: number | null,
  limit: number,
): Promise<readonly SignedHead[]> => {
  const origin = await originIn(vault);
  return origin === null ? [] : ledger.heads(origin, before, limit);
};

/** While tiles are computed again there is no proof. */
const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotInTiles) throw new Unavailable(error.message);
    throw error;
  }
};

/**
 * What proves that the record at a position is in the log, against its newest head; null: no head is over it yet.
 * @throws Unavailable when the hashes are not there, or are not of that record
 */
export const proofOfRecord = ({ ledger, vault, events }: ProvenLog, position: Position) =>
  orUnavailable(async () => {
    const head = await newestHead({ ledger, vault });
    if (head === null || head.position < position) return null;
    const placed = await ledger.placed(head.origin, position);
    const at = placed?.positions.indexOf(position) ?? -1;
    if (!placed || at < 0) throw new NotInTiles('the place of this record is not stored');
    const index = placed.first + at;
    const read = (names: readonly string[]) => ledger.tiles(head.origin, names);
    const [[record], [tile], proof] = await Promise.all([
      events.at([position]),
      read([tileName(0, Math.floor(index / TILE_WIDTH))]),
      proveInclusion(read, index, head.size),
    ]);
    const leaf = record ? leafHash(record.text) : null;
    if (!record || !leaf || !tile || !leaf.equals(tile.subarray(at * 32, at * 32 + 32)))
      throw new NotInTiles('this record is not the one that heads were signed over');
    return { head, text: record.text, index, leaf, proof };
  });

/** What proves that the log over the second size begins with the one over the first. @throws Unavailable */
export const proofBetween = ({ ledger }: Pick<ProvenLog, 'ledger'>, origin: string, first: number, second: number) =>
  orUnavailable(async () => {
    const read = (names: readonly string[]) => ledger.tiles(origin, names);
    const [firstRoot, secondRoot, proof] = await Promise.all([
      rootAt(read, first),
      rootAt(read, second),
      proveConsistency(read, first, second),
    ]);
    return { firstRoot, secondRoot, proof };
  });
