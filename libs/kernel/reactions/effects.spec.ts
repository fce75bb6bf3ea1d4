import { inStreams } from './effects';
import { send, type Effect } from '../model/reactor';
import { account } from '../testing/account';

const deposit = (id: string, amount: number): Effect => send(account, id, { type: 'Deposit', data: { amount } });
const soon = () => new Promise((go) => setImmediate(go));

describe('what an event leads to', () => {
  it('is done in all streams at once, and in each in its order', async () => {
    const doing = new Set<number>();
    const most = { at: 0 };
    const done = [] as number[];
    await inStreams([deposit('a', 0), deposit('a', 1), deposit('b', 2), deposit('c', 3)], async (_, part) => {
      doing.add(part);
      most.at = Math.max(most.at, doing.size);
      expect(doing.has(0) && doing.has(1)).toBe(false);
      await soon();
      doing.delete(part);
      done.push(part);
    });
    expect([most.at, done.sort()]).toEqual([3, [0, 1, 2, 3]]);
  });
  it('is done in parts when it is much, so that others are not kept waiting for all of it', async () => {
    const doing = new Set<number>();
    const most = { at: 0 };
    const done = new Set<number>();
    const all = Array.from({ length: 1_000 }, (_, at) => deposit(`a-${at}`, at));
    await inStreams(all, async (_, part) => {
      most.at = Math.max(most.at, doing.add(part).size);
      await soon();
      doing.delete(part);
      done.add(part);
    });
    expect([most.at, done.size]).toEqual([100, 1_000]);
  });
  it('is not begun any more when something before it has failed', async () => {
    const begun: number[] = [];
    const all = Array.from({ length: 1_000 }, (_, at) => deposit(`a-${at}`, at));
    const failing = inStreams(all, async (_, part) => {
      begun.push(part);
      await soon();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(begun).toHaveLength(100);
  });
  it('is all ended before it fails, and what comes behind a failure in its stream is not done', async () => {
    const done: number[] = [];
    const failing = inStreams([deposit('a', 0), deposit('a', 1), deposit('b', 2)], async (_, part) => {
      if (part === 0) throw new Error('no');
      await soon();
      done.push(part);
    });
    await expect(failing).rejects.toThrow('no');
    expect(done).toEqual([2]);
  });
});
