import { BELIEVED_MS, meetProcesses } from '../log/processes';
import { memoryVault } from '../memory/vault';
import type { Vault } from '../ports';
import { givenUpIn, Tries, type TriesOptions } from './tries';
import { turnsTaken } from '../testing/waiting';

const LONGEST_MS = 5 * 60_000;

/** Processes one after the other, or side by side, over one vault. The work of a process that dies never settles. */
const aWorld = (more: Partial<TriesOptions> = {}) => {
  const vault = memoryVault();
  const givenUp: string[] = [];
  let processes = 0;
  const start = (others: Partial<TriesOptions> = {}) =>
    new Tries({
      vault,
      kind: 'document',
      process: `process ${(processes += 1)}`,
      isAlone: true,
      onGivenUp: (_, about) => void givenUp.push(about),
      ...more,
      ...others,
    });
  const keys = async () => {
    const found: string[] = [];
    for await (const [key] of vault.all('try/')) found.push(key);
    return found;
  };
  return { vault, givenUp, start, keys };
};

/** Begins work during which the process dies. */
const diesDuring = async (tries: Tries, id: string) => {
  await new Promise<void>((begun) => {
    void tries.run(id, `file of ${id}`, () => {
      begun();
      return new Promise(() => undefined);
    });
  });
};
const succeeds = (tries: Tries, id: string) => tries.run(id, `file of ${id}`, async () => 'read');

describe('work that begins again by itself after a start', () => {
  it('is given up by the third start that finds it begun, told once, and never begun again', async () => {
    const { start, givenUp, vault, keys } = aWorld();
    for (let deaths = 0; deaths < 3; deaths += 1) await diesDuring(start(), 'a');
    let begun = 0;
    const work = async () => void (begun += 1);
    const fourth = start();
    const fifth = start();
    expect([await fourth.run('a', 'file of a', work), await fourth.run('a', 'file of a', work)]).toEqual([
      'given_up',
      'given_up',
    ]);
    expect(await fifth.run('a', 'file of a', work)).toBe('given_up');
    expect([begun, givenUp, await keys()]).toEqual([0, ['file of a'], ['try/document/a']]);
    expect(await givenUpIn(vault)).toEqual([{ kind: 'document', about: 'file of a' }]);
  });

  it('is done after two kills, and nothing is left of them', async () => {
    const { start, givenUp, keys } = aWorld();
    for (let deaths = 0; deaths < 2; deaths += 1) await diesDuring(start(), 'a');
    expect(await succeeds(start(), 'a')).toEqual({ ended: 'read' });
    expect([givenUp, await keys()]).toEqual([[], []]);
  });

  it('is noted before it begins', async () => {
    const { start, keys } = aWorld();
    await start().run('a', 'x', async () => expect(await keys()).toEqual(['try/document/a']));
    expect.assertions(1);
  });

  it('is not begun when its try cannot be noted', async () => {
    const { start, vault } = aWorld();
    let begun = 0;
    const broken = { ...vault, putIfAbsent: () => Promise.reject(new Error('the disk is full')) };
    await expect(start({ vault: broken }).run('a', 'x', async () => void (begun += 1))).rejects.toThrow('disk');
    expect(begun).toBe(0);
  });

  it.each(['an error', 'a stop'])('is not counted when it ends with %s', async (how) => {
    const { start, keys } = aWorld();
    for (let times = 0; times < 4; times += 1) {
      const work = () => Promise.reject(new Error(how));
      await expect(start().run('a', 'x', work)).rejects.toThrow(how);
    }
    expect(await keys()).toEqual([]);
    expect(await succeeds(start(), 'a')).toEqual({ ended: 'read' });
  });

  it('is not counted when it is still under way at a clean stop', async () => {
    const { start, keys } = aWorld();
    for (let stops = 0; stops < 4; stops += 1) {
      const tries = start();
      await diesDuring(tries, 'a');
      await tries.release();
      expect(await keys()).toEqual([]);
    }
    expect(await succeeds(start(), 'a')).toEqual({ ended: 'read' });
  });

  it('is counted once of each process, also when a start did not come to it', async () => {
    const { start } = aWorld();
    await diesDuring(start(), 'a');
    for (let starts = 0; starts < 5; starts += 1) expect(await start().isGivenUp('a')).toBe(false);
    expect(await succeeds(start(), 'a')).toEqual({ ended: 'read' });
  });

  it('is not counted although the vault did not take its note away at once', async () => {
    const { start, vault, keys } = aWorld();
    let isDown = true;
    const remove = (key: string) => (isDown ? Promise.reject(new Error('down')) : vault.remove(key));
    const tries = start({ vault: { ...vault, remove } });
    expect(await succeeds(tries, 'a')).toEqual({ ended: 'read' });
    expect(await keys()).toEqual(['try/document/a']);
    isDown = false;
    expect(await succeeds(tries, 'b')).toEqual({ ended: 'read' });
    expect(await keys()).toEqual([]);
  });

  it('is tried again when an administrator wants it to be', async () => {
    const { start, keys } = aWorld();
    for (let deaths = 0; deaths < 3; deaths += 1) await diesDuring(start(), 'a');
    const now = start();
    expect(await now.isGivenUp('a')).toBe(true);
    expect([await now.forget('a'), await now.forget('a')]).toEqual([true, false]);
    expect(await succeeds(now, 'a')).toEqual({ ended: 'read' });
    expect(await keys()).toEqual([]);
  });
});

describe('work that was interrupted by a death', () => {
  it('is done alone, in whichever thread: what only happened to be done beside the cause is not blamed', async () => {
    const { start, keys } = aWorld();
    const first = start();
    for (const id of ['cause', 'beside', 'too']) await diesDuring(first, id);
    for (let starts = 0; starts < 2; starts += 1) {
      const process = `start ${starts}`;
      await diesDuring(start({ process }), 'cause');
      // another thread of the same process
      let begun = 0;
      const other = start({ process });
      expect(await other.run('beside', 'x', async () => void (begun += 1))).toBe('held');
      expect(begun).toBe(0);
    }
    const last = start();
    expect(await last.run('cause', 'x', async () => undefined)).toBe('given_up');
    for (const id of ['beside', 'too']) expect(await succeeds(last, id)).toEqual({ ended: 'read' });
    expect((await keys()).filter((key) => key.startsWith('try/'))).toEqual(['try/document/cause']);
  });

  it('is done one after the other', async () => {
    const { start } = aWorld();
    const first = start();
    for (const id of ['a', 'b', 'c']) await diesDuring(first, id);
    const second = start();
    let now = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (now += 1));
      await turnsTaken();
      now -= 1;
    };
    let left = ['a', 'b', 'c'];
    for (let rounds = 1; left.length > 0; rounds += 1) {
      const tried = await Promise.all(left.map((id) => second.run(id, id, work)));
      left = left.filter((_, at) => tried[at] === 'held');
      expect([left.length, now, most]).toEqual([3 - rounds, 0, 1]);
    }
  });
});

describe('where several processes work', () => {
  const runs = (vault: Vault, id: string, now: number) =>
    meetProcesses(vault, id, { features: [], timeZone: 'UTC' }, now);

  it('what another is at is not begun while it says that it runs, and not counted before it must be over', async () => {
    let now = 1_000;
    const { start, keys, vault } = aWorld({ isAlone: false, now: () => now });
    for (let deaths = 0; deaths < 3; deaths += 1) {
      const process = `at it ${deaths}`;
      await diesDuring(start({ process }), 'a');
      const other = start();
      now += LONGEST_MS - 1;
      await runs(vault, process, now);
      expect([await succeeds(other, 'a'), await other.isGivenUp('a')]).toEqual(['held', false]);
      now += 1;
    }
    expect(await succeeds(start(), 'a')).toBe('given_up');
    expect(await keys()).toEqual(['try/document/a']);
  });

  it('what one was at that says nothing any more is begun again soon, and counted as its end', async () => {
    let now = 1_000;
    const { start, vault } = aWorld({ isAlone: false, now: () => now });
    for (let deaths = 0; deaths < 3; deaths += 1) {
      const process = `killed ${deaths}`;
      await runs(vault, process, now);
      await diesDuring(start({ process }), 'a');
      now += BELIEVED_MS - 1;
      expect(await succeeds(start(), 'a')).toBe('held');
      now += 1;
    }
    expect(await succeeds(start(), 'a')).toBe('given_up');
  });

  it('what one is at that has only just begun is left to it, though it has not said yet that it runs', async () => {
    let now = 1_000;
    const { start } = aWorld({ isAlone: false, now: () => now });
    await diesDuring(start(), 'a');
    now += 1_000;
    expect(await succeeds(start(), 'a')).toBe('held');
  });

  it('one of them does it', async () => {
    const { start } = aWorld({ isAlone: false });
    const tried = await Promise.all(Array.from({ length: 5 }, () => start().run('a', 'x', () => turnsTaken())));
    expect(tried.filter((each) => each === 'held')).toHaveLength(4);
  });
});

describe('what is of no use any more', () => {
  it('goes: what was given up when its thing is gone, what nobody came back to after a day', async () => {
    let now = 1_000;
    const { start, keys } = aWorld({ now: () => now });
    for (let deaths = 0; deaths < 3; deaths += 1) for (const id of ['there', 'gone']) await diesDuring(start(), id);
    await diesDuring(start(), 'read');
    const last = start();
    for (const id of ['there', 'gone']) expect(await succeeds(last, id)).toBe('given_up');
    await last.sweep((id) => id === 'gone');
    expect(await keys()).toEqual(['try/document/read', 'try/document/there']);
    now += LONGEST_MS + 24 * 60 * 60_000 + 1;
    await last.sweep(() => false);
    expect(await keys()).toEqual(['try/document/there']);
  });
});
