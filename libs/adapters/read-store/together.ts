/** What is asked for one by one in the same moment is asked for at once. */
export const together = <T>(
  ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((id: string) => Promise<T | null>) => {
  let ids = new Set<string>();
  let asking: Promise<ReadonlyMap<string, T>> | null = null;
  const begin = async () => {
    await new Promise((go) => setImmediate(go));
    const mine = [...ids];
    [ids, asking] = [new Set(), null];
    return ask(mine);
  };
  return async (id) => {
    // never an operator: what is no name is nowhere
    if (typeof id !== 'string') return null;
    ids.add(id);
    asking ??= begin();
    return (await asking).get(id) ?? null;
  };
};
