import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { evolve } from '@dosar/kernel';
import { someone } from '@dosar/kernel/testing';
import { deleted, file, folder, processed } from '../testing/drive';
import { drive } from './drive.decider';
import type { DriveEvent } from './drive.events';
import { childrenOf, holderOf, type Drive } from './drive-nodes';

const { save, load } = drive.snapshot!;
const folded = (past: readonly DriveEvent[], state = drive.initial()) =>
  past.reduce((so, event) => evolve(drive, so, event, someone.now), state);
const saved = (state: Drive) => [...save(state)].map((part) => JSON.parse(JSON.stringify(part)) as unknown);
const loaded = (parts: readonly unknown[]) => parts.reduce<Drive>(load, drive.initial());

/** All nodes, in any order. */
const nodesOf = ({ nodes }: Drive) => new Map([...nodes.values()].map((node) => [node.id, node]));

const noted = (noteId: string): DriveEvent => ({
  type: 'FileNoteAdded',
  data: { year: 2026, fileId: 'g', folderId: 'b', name: 'y.pdf', noteId, text: 'De verificat' },
});

describe('a state that was kept', () => {
  const past = [
    folder('a', 'A'),
    folder('b', 'B', 'a'),
    file('f', 'x.pdf', 'a'),
    file('g', 'y.pdf', 'b'),
    deleted(file('f', 'x.pdf', 'a'), 'd'),
    processed('g'),
    noted('n'),
  ];
  it('is the state again', () => {
    const state = folded(past);
    const again = loaded(saved(state));
    expect(nodesOf(again)).toEqual(nodesOf(state));
    expect(again.used).toBe(20);
    expect(again.notes).toEqual(new Set(['n']));
    expect(childrenOf(again, 'a')).toEqual(childrenOf(state, 'a'));
    expect(holderOf(again, 'a', 'b')).toBe('b');
    expect(holderOf(again, 'a', 'x.pdf')).toBeNull();
  });
  it('of nothing is nothing', () => expect(nodesOf(loaded(saved(drive.initial()))).size).toBe(0));
  it('goes on as the state would have', () => {
    const more = [file('h', 'X.pdf', 'a'), deleted(folder('b', 'B', 'a'), 'e')];
    expect(nodesOf(folded(more, loaded(saved(folded(past)))))).toEqual(nodesOf(folded([...past, ...more])));
  });
  it('is in parts of at most a thousand things, however its order was', () => {
    const many = Array.from({ length: 2_500 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a'));
    const state = folded([...many, folder('a', 'A')]);
    const parts = saved(state);
    expect(parts).toHaveLength(4);
    expect(nodesOf(loaded(parts))).toEqual(nodesOf(state));
  });
  it('is what it was when saving began, though the state goes on', () => {
    const state = folded(past);
    const before = nodesOf(state);
    const parts = save(state);
    folded([file('h', 'z.pdf'), deleted(folder('b', 'B', 'a'), 'e')], state);
    expect(nodesOf(loaded([...parts]))).toEqual(before);
  });
});

describe('what a state takes in memory', () => {
  /** Freed memory is returned in the background: the second collection sees it. */
  const heap = async () => {
    const collect = runInNewContext('gc') as () => void;
    collect();
    await new Promise((go) => setTimeout(go, 20));
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      // as read from the log: each with strings of its own
      JSON.parse(JSON.stringify(file(randomUUID(), `Factură ${at} Construcții ${at % 7}.pdf`, randomFolder(at)))),
    ) as DriveEvent[];
  const folders = Array.from({ length: 100 }, () => randomUUID());
  const randomFolder = (at: number) => folders[at % folders.length]!;

  it('is nothing for nothing', () => expect(drive.weigh!(drive.initial())).toBe(0));
  it('is at most 0.2 KB a file, and about what is said', async () => {
    setFlagsFromString('--expose-gc');
    const count = 20_000;
    const built = () => {
      let state = drive.initial();
      for (let left = count; left > 0; left -= 1_000) state = folded(files(1_000), state);
      return state;
    };
    const round = async () => {
      const before = await heap();
      const state = built();
      const taken = (await heap()) - before;
      expect(state.nodes.size).toBe(count);
      return { taken, said: drive.weigh!(state) };
    };
    // several rounds, since memory left by other specs may be freed during some of them
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    for (let left = 5; left > 0; left -= 1) rounds.push(await round());
    const { taken, said } = rounds.sort((one, other) => one.taken - other.taken)[2]!;
    expect(taken / count).toBeLessThan(200);
    expect(said / taken).toBeGreaterThan(0.8);
    expect(said / taken).toBeLessThan(1.25);
  });
});
