import fc from 'fast-check';
import { FairQueue, Turns, type FairOptions } from './fair-queue';
import { Unavailable } from '../ports';

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

/** A queue over works that take as long as the test says. */
const aQueue = (options: Partial<FairOptions> = {}) => {
  let now = 0;
  const queue = new FairQueue({ places: 2, waiting: 5, dearMs: 1_000, now: () => now, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const underWay: { readonly name: string; readonly end: () => void }[] = [];
  const ask = async (name: string, cost = 0) => {
    const work = () =>
      new Promise<void>((end) => {
        begun.push(name);
        underWay.push({ name, end });
      });
    void queue.run(name.charAt(0), work, cost).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
      refused.push(name);
    });
    await settle();
  };
  /** Ends the work that began first, or the named one, after that many milliseconds. */
  const end = async (tookMs = 1, name?: string) => {
    now += tookMs;
    const at = name === undefined ? 0 : underWay.findIndex((each) => each.name === name);
    underWay.splice(at, 1)[0]!.end();
    await settle();
  };
  const wait = (ms: number) => void (now += ms);
  return { ask, end, wait, begun, refused, underWay };
};

const all = async (ask: (name: string) => Promise<void>, ...names: readonly string[]) => {
  for (const name of names) await ask(name);
};

describe('work that several share a few places for', () => {
  it('has a turn of each of them, one after the other', async () => {
    const { ask, end, begun } = aQueue();
    await all(ask, 'a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    while (begun.length < 7) await end();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('leaves one place to whoever has none', async () => {
    const { ask, begun } = aQueue({ places: 3 });
    await all(ask, 'a1', 'a2', 'a3', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('gives a turn to the cheap first, and to the dear once as much was done as it is', async () => {
    const { ask, end, begun } = aQueue();
    await ask('a0', 0);
    await ask('a-dear', 5);
    for (let at = 1; at <= 4; at += 1) {
      await ask(`a-cheap ${at}`, 2);
      await end();
    }
    await end();
    expect(begun).toEqual(['a0', 'a-cheap 1', 'a-cheap 2', 'a-dear', 'a-cheap 3', 'a-cheap 4']);
  });

  it('goes on with others first for a minute, once somebody had dear work', async () => {
    const { ask, end, wait, begun } = aQueue();
    await all(ask, 'a1', 'a2', 'a3');
    await end(1_000, 'a1');
    await all(ask, 'b1', 'b2', 'b3');
    await end(1, 'a2');
    await end(1, 'b1');
    await end(1, 'b2');
    // the last place is reserved for another party
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
    await all(ask, 'c1', 'c2');
    wait(60_000);
    await end(1, 'c1');
    expect(begun.slice(5)).toEqual(['c1', 'a3']);
  });

  it('goes on while it is dear work of one alone', async () => {
    const { ask, end, begun } = aQueue();
    await all(ask, 'a1', 'a2', 'a3');
    await end(9_000);
    await end(9_000);
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('is refused to whoever has too much of it waiting, and to nobody else', async () => {
    const { ask, end, begun, refused } = aQueue({ waiting: 2 });
    await all(ask, 'a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3');
    expect([begun, refused]).toEqual([
      ['a1', 'b1'],
      ['a4', 'a5'],
    ]);
    while (begun.length < 6) await end();
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  });

  it('is refused to whoever has the most of it waiting, where too much waits in all', async () => {
    const { ask, refused } = aQueue({ inAll: 4 });
    await all(ask, 'a1', 'b1', 'a2', 'a3', 'a4', 'c1', 'd1');
    expect(refused).toEqual(['a4']);
  });

  it('tells whoever asked what came of it, and goes on after a failure', async () => {
    const queue = new FairQueue({ places: 2, waiting: 1, dearMs: 1_000 });
    const failing = () => {
      throw new Error('a defect');
    };
    await expect(queue.run('a', failing)).rejects.toThrow('a defect');
    await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
  });

  it('has no fewer than two places', () => {
    expect(() => new Turns({ places: 1, dearMs: 1 })).toThrow('two');
  });
});

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const PARTIES = ['a', 'b', 'c', 'd'];
/** A step: a request by some party, or the end of a work that is under way. */
const story = fc.array(
  fc.oneof(
    // one party floods the queue
    fc.record({ by: fc.constantFrom('a', 'a', 'a', 'a', ...PARTIES), cost: fc.nat({ max: 9 }) }),
    fc.record({ ends: fc.nat({ max: 9 }), tookMs: fc.constantFrom(1, 1, 1, 2_000) }),
  ),
  { minLength: 20, maxLength: 200, size: 'max' },
);

describe(`turns of whatever is asked for (seed ${seed})`, () => {
  it('keep nobody waiting for more than one work of each other, and refuse only whoever has too much', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.integer({ min: 2, max: 4 }), async (steps, places) => {
        const waiting = 3;
        const { ask, end, begun, refused, underWay } = aQueue({ places, waiting });
        const asked: string[] = [];
        /** Requests of parties that had nothing waiting or under way: what had begun when the request came. */
        const first = new Map<string, number>();
        const waitsOf = (by: string) => {
          const isBy = (name: string) => name.startsWith(by);
          return asked.filter(isBy).length - begun.filter(isBy).length - refused.filter(isBy).length;
        };
        const dear = new Set<string>();
        for (const [at, each] of steps.entries()) {
          if ('by' in each) {
            const name = `${each.by}${at}`;
            const before = waitsOf(each.by);
            const hasNone = before === 0 && !underWay.some(({ name: other }) => other.startsWith(each.by));
            if (hasNone) first.set(name, begun.length);
            asked.push(name);
            await ask(name, each.cost);
            if (refused.includes(name)) expect(before).toBe(waiting);
          } else if (underWay.length > 0) {
            const { name } = underWay[each.ends % underWay.length]!;
            if (each.tookMs > 1) dear.add(name.charAt(0));
            await end(each.tookMs, name);
          }
          expect(underWay.length).toBeLessThanOrEqual(places);
        }
        while (underWay.length > 0) await end();
        expect(begun.length + refused.length).toBe(asked.length);
        if (dear.size > 0) return;
        for (const [name, from] of first) {
          const after = begun.slice(from).map((other) => other.charAt(0));
          const between = after.slice(0, after.indexOf(name.charAt(0)));
          for (const party of PARTIES) expect(between.filter((by) => by === party).length).toBeLessThanOrEqual(1);
        }
      }),
      { seed, numRuns: 150 },
    );
  });
});
