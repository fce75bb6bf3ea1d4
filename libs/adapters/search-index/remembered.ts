/** A cache of what `find` says of a text, of at most so many entries: when it is full, all of it is dropped. */
export const remembered = <V>(most: number, find: (text: string) => V) => {
  const known = new Map<string, V>();
  return {
    of(this: void, text: string): V {
      const before = known.get(text);
      if (before !== undefined) return before;
      const found = find(text);
      if (known.size >= most) known.clear();
      known.set(text, found);
      return found;
    },
    forget: (): void => known.clear(),
  };
};
