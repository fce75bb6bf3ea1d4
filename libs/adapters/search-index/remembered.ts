/** What is found of a text, remembered for so many of them: more are forgotten all at once. */
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
