import type { ResolvedEvent } from '@eventstore/db-client';
import { Conflict, Unavailable, type Appended, type EncodedRecord } from '@dosar/kernel/runtime';
import type { appenderOver } from './eventstoredb-append';
import type { SeenPosition } from './eventstoredb-read';

type Keeping = {
  readonly appendTo: ReturnType<typeof appenderOver>;
  readonly eventsOf: (stream: string, from: number, limit: number) => AsyncIterable<readonly ResolvedEvent[]>;
  readonly prefix: string;
  readonly seen: SeenPosition;
  readonly mustBeWhole: () => void;
};

/** Appends records behind a revision of their stream. Where the answer does not have their position, it is read back. */
export const appendingOver = ({ appendTo, eventsOf, prefix, seen, mustBeWhole }: Keeping) => {
  /** The position of these records, if they are the ones behind that revision. */
  const placeOf = async (
    stream: string,
    expected: number,
    wanted: readonly EncodedRecord[],
  ): Promise<Appended | null> => {
    const found: ResolvedEvent[] = [];
    for await (const batch of eventsOf(stream, expected + 1, wanted.length)) found.push(...batch);
    const same = found.length === wanted.length && found.every(({ event }, at) => event!.id === wanted[at]!.id);
    if (!same) return null;
    const { revision, position } = found.at(-1)!.event!;
    return { revision: Number(revision), position: position!.commit };
  };

  return async (stream: string, expected: number, wanted: readonly EncodedRecord[]): Promise<Appended> => {
    mustBeWhole();
    const answer = await appendTo(`${prefix}${stream}`, expected, wanted);
    const isKept = answer !== 'wrong revision';
    const revision = expected + wanted.length;
    if (isKept && answer.position !== null) {
      seen.saw(answer.position);
      return { revision, position: answer.position };
    }
    const place = isKept
      ? await placeOf(stream, revision - 1, wanted.slice(-1))
      : await placeOf(stream, expected, wanted);
    if (place) return place;
    if (isKept) throw new Unavailable(`${stream}: EventStoreDB does not show what it has kept`);
    throw new Conflict(`${stream} is not at revision ${expected}`);
  };
};
