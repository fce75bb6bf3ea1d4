import { within } from './within';

/** So long at most what is asked waits for the answer to what was asked before. */
const GATHERED_MS = 20;

/**
 * What is asked for one by one in the same moment, or while the former are being answered, is asked for at once.
 * Each is told only what was asked after it came.
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
    underWay = answer.catch(() => undefined); // whoever asked is told
    return answer;
  };
  return async (id) => {
    // never an operator: what is no name is nowhere
    if (typeof id !== 'string') return null;
    ids.add(id);
    asking ??= begin();
    return (await asking).get(id) ?? null;
  };
};
