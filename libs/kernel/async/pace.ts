/** How long a turn of long work may keep the event loop from anything else. */
const TURN_MS = 10;

/** Long works that wait for their turn, in order of arrival. */
const waiting: (() => void)[] = [];

/** When long work began in this turn of the event loop; null: none has yet. */
let turn: { readonly began: number } | null = null;

const beginTurn = (): { readonly began: number } => {
  const begun = { began: performance.now() };
  turn = begun;
  setImmediate(() => {
    if (turn === begun) turn = null;
  });
  return begun;
};

/** Resumes one long work in each turn of the event loop, so that a request waits for one of them only. */
const goOn = (): void => {
  beginTurn();
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(goOn);
};

/**
 * For long work in many small steps: awaited between the steps, it yields to the event loop whenever long work, this
 * one or others, has used up the current turn. Awaited before a single long step it keeps many of them from running in
 * the same turn.
 */
export const pace = (turnMs: number = TURN_MS) => {
  const isOver = () => performance.now() - (turn ?? beginTurn()).began >= turnMs;
  isOver();
  return (): Promise<void> | undefined => {
    if (!isOver()) return undefined;
    return new Promise((go) => {
      waiting.push(go);
      if (waiting.length === 1) setImmediate(goOn);
    });
  };
};
