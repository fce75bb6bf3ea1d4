import { INSTALLATION_STREAM, typeOf, type Position, type StoredRecord } from '@dosar/kernel/runtime';

/** How many streams' newest revisions are cached; for others the server is asked for the previous record. */
const STREAMS_KEPT = 50_000;
/** How many gaps are named. */
const NAMED = 3;

/** The position of the record with this revision in a stream; null when the server has none. */
export type FindRecord = (stream: string, revision: number) => Promise<Position | null>;

/** Finds missing revisions of streams while records are read in the order of the log. */
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
      // an operator accepted the log with the gaps it had then
      if (stream === INSTALLATION_STREAM && typeOf(record) === 'LogAccepted') found.length = 0;
    },
    /** Called when reading starts again from an earlier place. */
    again: (): void => revisions.clear(),
    get all(): readonly string[] {
      return found;
    },
  };
};

export type GapFinder = ReturnType<typeof gapFinder>;
