import { pace } from './pace';

/** How many steps these works made in each turn of the event loop, while all of them were under way. */
const stepsOfTurns = async (works: number, steps: number): Promise<number[]> => {
  const turns: number[] = [];
  let made = 0;
  let left = works;
  const look = () => {
    turns.push(made);
    made = 0;
    if (left > 0) setImmediate(look);
  };
  const work = async () => {
    const rest = pace(0);
    for (let step = 0; step < steps; step += 1) {
      made += 1;
      await rest();
    }
    left -= 1;
  };
  setImmediate(look);
  await Promise.all(Array.from({ length: works }, work));
  return turns;
};

describe('long work', () => {
  it('goes on at once while it has not taken long', () => expect(pace(60_000)()).toBeUndefined());

  it('of several in one turn is done together no longer than of one', async () => {
    const busy = (ms: number) => {
      for (const until = performance.now() + ms; performance.now() < until;);
    };
    const first = pace();
    const second = pace();
    busy(11);
    expect(second()).toBeInstanceOf(Promise);
    await first();
    expect(first()).toBeUndefined();
  });

  it('has one turn at a time, however much of it there is, so that what is asked meanwhile waits for one alone', async () => {
    const [begun, ...turns] = await stepsOfTurns(5, 20);
    expect(begun).toBe(5);
    expect(Math.max(...turns)).toBe(1);
    expect(turns.reduce((sum, steps) => sum + steps)).toBe(5 * 19);
  });
});
