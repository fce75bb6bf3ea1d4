import { session } from '../api';

/** What was typed and not sent, and whose it is: it outlives the end of their session, and nobody else gets it. */
const texts = new Map<string, unknown>();
let owner: string | null = null;
const holders = new Map<string, () => unknown>();

const ownedBy = (personId: string | null) => {
  if (owner !== null && personId !== owner) texts.clear();
  owner = personId;
};

session.onEnd(({ personId, isLeft }) => {
  ownedBy(personId);
  for (const [key, typed] of holders) unfinished.keep(key, typed());
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
  hold: (key: string, typed: () => unknown): (() => void) => {
    holders.set(key, typed);
    return () => void (holders.get(key) === typed && holders.delete(key));
  },
};
