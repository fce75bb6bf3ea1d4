import { INSTALLATION_STREAM, typeOf, type Position, type StoredRecord } from '@dosar/kernel/runtime';

/** Streams whose newest revision is known; of others the server is asked for the record before. */
const STREAMS_KEPT = 50_000;
/** So many are named. */
const NAMED = 3;

/** Where the record of a stream stands that has this revision; null when the server has none. */
export type FindRecord = (stream: string, revision: number) => Promise<Position | null>;

/** What is missing in the streams that records are of, as they are read in the order of the log. */
export const gapFinder = (find: FindRecord) => {
  const revisions = new Map<string, number>();
  const found: string[] = [];

  const follows = async ({ stream, revision, position }: StoredRecord): Promise<boolean> => {
    const before = revisions.get(stream);
    revisions.delete(stream);
    if (revisions.size >= STREAMS_KEPT) revisions.delete(revisions.keys().next().value!);
    revisions.set(stream, revision);
    if (before !== undefined) return revision === before + 1;
    if (revision === 0) return true;
    const place = await find(stream, revision - 1);
    return place !== null && place < position;
  };

  return {
    async look(record: StoredRecord): Promise<void> {
      const { stream, revision, position } = record;
      if (!(await follows(record)) && found.length < NAMED)
        found.push(
          `behind the record of revision ${revision} of ${stream}, at position ${position}, one before it is gone`,
        );
      // what was missing then was accepted by an operator
      if (stream === INSTALLATION_STREAM && typeOf(record) === 'LogAccepted') found.length = 0;
    },
    /** What was read since a place is read again from there. */
    again: (): void => revisions.clear(),
    get all(): readonly string[] {
      return found;
    },
  };
};

export type GapFinder = ReturnType<typeof gapFinder>;
