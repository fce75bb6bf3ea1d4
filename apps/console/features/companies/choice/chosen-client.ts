import { session } from '../../../platform/api';
import { remembered } from '../../../platform/storage/remembered';
import { store, useStore, type Store } from '../../../platform/storage/store';

const lastChosen = remembered('dosar.client');
const lastOpened = remembered('dosar.recent');
const MOST_RECENT = 5;

const kept = store<string | null>(lastChosen.get());

/** The client that an administrator or accountant works on, remembered in this browser. */
export const chosenClient: Store<string | null> = {
  ...kept,
  set(id) {
    lastChosen.set(id);
    kept.set(id);
  },
};

/** `<person> <client> <client> …`: which clients somebody opened last is not for the next who sits here. */
const recent = store(lastOpened.get() ?? '');

/** The clients that a person opened last, newest first. */
export const recentOf = (person: string | null, text: string): readonly string[] => {
  const [owner, ...ids] = text.split(' ');
  return person !== null && owner === person ? ids : [];
};

/** Somebody opens the documents of a client. */
export const openClient = (id: string): void => {
  chosenClient.set(id);
  const person = session.personId;
  if (person === null || id === '') return;
  const others = recentOf(person, recent.get()).filter((each) => each !== id);
  const text = [person, id, ...others].slice(0, MOST_RECENT + 1).join(' ');
  lastOpened.set(text);
  recent.set(text);
};

export const useRecentClients = (): readonly string[] => recentOf(session.personId, useStore(recent));
