import {
  Damaged,
  INSTALLATION_STREAM,
  parseRecord,
  updateIn,
  type OpenedLog,
  type Ports,
  type Vault,
} from '@dosar/kernel/runtime';

/** Place in the vault: since when all writes to the store of documents are known, and gaps in which they are not. */
const PLACE = 'documents/known';
/** In milliseconds since 1970. */
type Gap = readonly [from: number, to: number];
type Known = { readonly since: number; readonly gaps: readonly Gap[] };

/** Limit of remembered gaps: everything before the last dropped one then counts as unknown. */
const MOST_GAPS = 200;
/** Tolerance between the clocks of a store and a gateway. */
const CLOCKS_MS = 60_000;
/** Events after which the log may be another one than before. */
const BEGINNINGS: ReadonlySet<string> = new Set(['InstallationFounded', 'LogAccepted']);

const read = (text: string): Known => JSON.parse(text) as Known;

/** Merges a gap into an overlapping one. */
const joined = (gaps: readonly Gap[], [from, to]: Gap): readonly Gap[] => {
  const last = gaps.at(-1);
  if (!last || from > last[1]) return [...gaps, [from, to]];
  return [...gaps.slice(0, -1), [Math.min(last[0], from), Math.max(last[1], to)]];
};

const bounded = ({ since, gaps }: Known): Known => {
  if (gaps.length <= MOST_GAPS) return { since, gaps };
  const [oldest, ...rest] = gaps;
  return { since: oldest![1], gaps: rest };
};

/**
 * Called at a start: bytes written since the newest record may belong to a log that was lost. When log and vault are both
 * from an older backup, nothing else shows that.
 */
export const noteStart = async (
  vault: Vault,
  { newest }: Pick<OpenedLog, 'newest'>,
  startedAt: number,
): Promise<void> => {
  const at = Date.parse(newest.at);
  await updateIn(vault, PLACE, (kept) => {
    if (kept === null) return JSON.stringify({ since: newest.isFirst ? at : startedAt, gaps: [] });
    const { since, gaps } = read(kept);
    return at < startedAt ? JSON.stringify(bounded({ since, gaps: joined(gaps, [at, startedAt]) })) : null;
  });
};

/** Time of the last founding or acceptance of the log. @throws Damaged */
const begunAt = async ({ events }: Pick<Ports, 'events'>): Promise<number> => {
  let begun = -Infinity;
  for await (const batch of events.read(INSTALLATION_STREAM))
    for (const { type, occurredAt } of batch.map(parseRecord)) if (BEGINNINGS.has(type)) begun = Date.parse(occurredAt);
  if (begun === -Infinity) throw new Damaged('the log does not say when it was begun');
  return begun;
};

/** Which bytes without an event are known to belong to nothing. */
export type KnownTimes = {
  /** Whether an event that names bytes written at that time would be in this log. */
  readonly isKnown: (writtenAt: Date) => boolean;
  /** Since when they could have been missed. */
  readonly missedSince: (writtenAt: Date) => number;
};

export const knownTimes = async (ports: Pick<Ports, 'events' | 'vault'>): Promise<KnownTimes> => {
  const kept = await ports.vault.get(PLACE);
  const { since, gaps } = kept === null ? { since: Infinity, gaps: [] } : read(kept);
  const begun = await begunAt(ports);
  const gapOf = (at: number) => gaps.find(([from, to]) => at >= from - CLOCKS_MS && at <= to + CLOCKS_MS);
  return {
    isKnown: (writtenAt) => {
      const at = writtenAt.getTime();
      return at >= Math.max(since, begun) && !gapOf(at);
    },
    missedSince: (writtenAt) => {
      const at = writtenAt.getTime();
      return Math.max(at, begun, gapOf(at)?.[1] ?? at, at < since && since < Infinity ? since : at);
    },
  };
};
