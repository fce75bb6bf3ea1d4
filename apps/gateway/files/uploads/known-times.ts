import {
  Damaged,
  INSTALLATION_STREAM,
  parseRecord,
  updateIn,
  type OpenedLog,
  type Ports,
  type Vault,
} from '@dosar/kernel/runtime';

/** In the vault: since when it is known what was written to the store of documents, and in which times it is not. */
const PLACE = 'documents/known';
/** In milliseconds since 1970. */
type Gap = readonly [from: number, to: number];
type Known = { readonly since: number; readonly gaps: readonly Gap[] };

/** More gaps are not remembered: what was written before the last of those that go is then not known any more. */
const MOST_GAPS = 200;
/** Clocks of a store and of a gateway differ by less. */
const CLOCKS_MS = 60_000;
/** From each of these on the log is another one than was known before. */
const BEGINNINGS: ReadonlySet<string> = new Set(['InstallationFounded', 'LogAccepted']);

const read = (text: string): Known => JSON.parse(text) as Known;

/** A gap that begins where another one lies is one with it. */
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
 * A process starts. What was written since the newest record may be of a log that is not here: when log and vault are those
 * of an older backup, nothing else tells so.
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

/** When the log was founded or accepted last. @throws Damaged */
const begunAt = async ({ events }: Pick<Ports, 'events'>): Promise<number> => {
  let begun = -Infinity;
  for await (const batch of events.read(INSTALLATION_STREAM))
    for (const { type, occurredAt } of batch.map(parseRecord)) if (BEGINNINGS.has(type)) begun = Date.parse(occurredAt);
  if (begun === -Infinity) throw new Damaged('the log does not say when it was begun');
  return begun;
};

/** Which of the bytes that no event names are known to be those of nothing. */
export type KnownTimes = {
  /** Whether any event that names what was written then would be in this log. */
  readonly isKnown: (writtenAt: Date) => boolean;
  /** From when on it could have been missed. */
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
