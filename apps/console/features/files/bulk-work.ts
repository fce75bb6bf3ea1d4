import { FILE_LIMITS, type FailedItem, type Operation } from '@dosar/contracts';
import { Refused } from '../../platform/refusals';

/** What came of many things, however many calls it took. */
export type Outcome<T> = {
  readonly total: number;
  /** Those of the calls that were answered, the failed ones among them. */
  readonly reached: readonly T[];
  readonly failed: readonly FailedItem[];
};

/**
 * One call takes so many things, a person as many as they like: they are sent one part after the other.
 * @throws what the first part was refused for, when nothing at all was done.
 */
export const inParts = async <T>(
  things: readonly T[],
  send: (part: readonly T[]) => Promise<{ readonly operation: Operation }>,
): Promise<Outcome<T>> => {
  const reached: T[] = [];
  const failed: FailedItem[] = [];
  let refusal: unknown = null;
  for (let from = 0; from < things.length; from += FILE_LIMITS.bulk) {
    const part = things.slice(from, from + FILE_LIMITS.bulk);
    try {
      const { operation } = await send(part);
      reached.push(...part);
      failed.push(...operation.failed);
    } catch (error) {
      refusal ??= error;
      // a part that is refused is told by itself; what cannot be reached now cannot be for the next part either
      if (!(error instanceof Refused)) break;
    }
  }
  if (reached.length === 0) throw refusal;
  return { total: things.length, reached, failed };
};

export const countOf = ({ reached, failed }: Pick<Outcome<unknown>, 'reached' | 'failed'>): number =>
  reached.length - failed.length;
