import { within } from './within';

/** How long a request for an id waits at most for the batch before it to be answered. */
const GATHERED_MS = 20;

/**
 * Batch loader: ids that are requested in the same turn, or while a batch is being answered, are loaded by one call. A
 * request is never answered by a batch that began before it, so it sees what was written until then.
 */
export const batchLoader = <T>(
  ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((id: string) => Promise<T | null>) => {
  let ids = new Set<string>();
  let asking: Promise<ReadonlyMap<string, T>> | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  const begin = async () => {
    await new Promise((go) => setImmediate(go));
    await within(GATHERED_MS, underWay, () => undefined);
    const mine = [...ids];
    [ids, asking] = [new Set(), null];
    const answer = ask(mine);
    underWay = answer.catch(() => undefined); // each caller gets the error
    return answer;
  };
  return async (id) => {
    // rejects anything but a string: an object would be an operator of MongoDB
    if (typeof id !== 'string') return null;
    ids.add(id);
    asking ??= begin();
    return (await asking).get(id) ?? null;
  };
};
