/** A text stored by the browser under a name; null: none. */
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

/** Stored permanently, for all tabs. */
export const remembered = (name: string): Remembered => rememberedIn(localStorage, name);

/** Stored while this tab is open, reloads included. */
export const rememberedHere = (name: string): Remembered => rememberedIn(sessionStorage, name);

/** Removes everything whose name begins so. */
export const forgetAll = (prefix: string): void => {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
};
