import { pause } from '../../testing/sockets';
import { eachInTurn } from './each-in-turn';

const MANY = Array.from({ length: 1_000 }, (_, at) => at);
const forAMoment = () => {
  for (const until = performance.now() + 0.1; performance.now() < until;);
};

describe('work for each of many', () => {
  it('lets others have their turn in between, and is done for all', async () => {
    const done: number[] = [];
    const { ask, underWay } = eachInTurn(
      () => MANY,
      (each) => {
        forAMoment();
        done.push(each);
      },
    );
    let turns = 0;
    const looking = setInterval(() => (turns += 1), 1);
    const asked = ask();
    expect(underWay()).not.toBeNull();
    await asked;
    clearInterval(looking);
    expect(done).toEqual(MANY);
    expect(turns).toBeGreaterThan(3);
    expect(underWay()).toBeNull();
  });

  it('is done for those who come after there was nobody', async () => {
    const all: number[] = [];
    const done: number[] = [];
    const { ask, underWay } = eachInTurn(
      () => all,
      (each) => done.push(each),
    );
    await ask();
    expect(underWay()).toBeNull();
    all.push(1);
    await ask();
    expect(done).toEqual([1]);
  });

  it('is done once more for all when it is asked for meanwhile', async () => {
    const done: number[] = [];
    const { ask } = eachInTurn(
      () => MANY,
      (each) => {
        forAMoment();
        done.push(each);
      },
    );
    const first = ask();
    await pause(1);
    await Promise.all([ask(), ask(), first]);
    expect(done).toEqual([...MANY, ...MANY]);
  });
});
