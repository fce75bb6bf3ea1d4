/** Others wait so long at most while long work goes on. */
const TURN_MS = 10;

/** Long works that wait for their turn, the first one first. */
const waiting: (() => void)[] = [];

/** When long work began in this turn of the loop; null: none has yet. */
let turn: { readonly began: number } | null = null;

const beginTurn = (): { readonly began: number } => {
  const begun = { began: performance.now() };
  turn = begun;
  setImmediate(() => {
    if (turn === begun) turn = null;
  });
  return begun;
};

/** One in each turn of the loop: of several, whoever asks for something else waits for one alone. */
const goOn = (): void => {
  beginTurn();
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(goOn);
};

/**
 * For work in many small steps: to be awaited between them, it lets everything else that waits have its turn whenever such
 * work, this or other, has taken so long of this one. To be awaited before a single long step as well: many that are asked for
 * at once are not done in one turn then.
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
