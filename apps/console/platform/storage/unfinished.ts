import { session } from '../api';

/** What was typed and not sent, and whose it is: it outlives the end of their session, and nobody else gets it. */
const texts = new Map<string, unknown>();
let owner: string | null = null;
/** What each screen that is shown would lose; null: nothing. */
type Holder = () => readonly [key: string, value: unknown] | null;
const holders = new Set<Holder>();

const ownedBy = (personId: string | null) => {
  if (owner !== null && personId !== owner) texts.clear();
  owner = personId;
};

session.onEnd(({ personId, isLeft }) => {
  ownedBy(personId);
  for (const held of holders) {
    const [key, value] = held() ?? [];
    if (key !== undefined) unfinished.keep(key, value);
  }
  // who has left does not come back to it
  if (isLeft) texts.clear();
});

const mine = () => {
  if (session.personId !== null) ownedBy(session.personId);
  return texts;
};

export const unfinished = {
  of: (key: string): unknown => mine().get(key),
  /** undefined: nothing of it. */
  keep: (key: string, value: unknown): void => void (value === undefined ? mine().delete(key) : mine().set(key, value)),
  /** What a screen shows is looked at when the session ends. @returns a function for when it is shown no longer */
  hold: (held: Holder): (() => void) => {
    holders.add(held);
    return () => void holders.delete(held);
  },
};
