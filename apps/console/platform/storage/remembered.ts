/** A text that this browser keeps under a name; null: none. */
export type Remembered = {
  get(): string | null;
  set(text: string | null): void;
};

const rememberedIn = (storage: Storage, name: string): Remembered => ({
  get: () => storage.getItem(name),
  set(text) {
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
  },
});

/** Over visits, and in all tabs. */
export const remembered = (name: string): Remembered => rememberedIn(localStorage, name);

/** As long as this tab is open, also when its page is loaded again. */
export const rememberedHere = (name: string): Remembered => rememberedIn(sessionStorage, name);

/** Nothing is kept any more under names that begin so. */
export const forgetAll = (prefix: string): void => {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
};
