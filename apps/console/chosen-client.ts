import { store, type Store } from './store';

const KEY = 'dosar.client';

const kept = store<string | null>(localStorage.getItem(KEY));

/** The client that an administrator or accountant works on, remembered in this browser. */
export const chosenClient: Store<string | null> = {
  ...kept,
  set(id) {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
    kept.set(id);
  },
};
