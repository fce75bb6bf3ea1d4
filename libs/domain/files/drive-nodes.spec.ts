import { evolve } from '@dosar/kernel';
import { someone } from '@dosar/kernel/testing';
import { deleted, file, folder, processed } from '../testing/drive';
import { drive } from './drive.decider';
import type { DriveEvent } from './drive.events';
import type { Drive } from './drive-nodes';

const { save, load } = drive.snapshot!;
const play = (past: readonly DriveEvent[], state = drive.initial()) =>
  past.reduce((so, event) => evolve(drive, so, event, someone.now), state);
const saved = (state: Drive) => [...save(state)].map((part) => JSON.parse(JSON.stringify(part)) as unknown);
const loaded = (parts: readonly unknown[]) => parts.reduce<Drive>(load, drive.initial());

describe('a state that was kept', () => {
  const past = [
    folder('a', 'A'),
    folder('b', 'B', 'a', '/A'),
    file('f', 'x.pdf', 'a', '/A'),
    file('g', 'y.pdf', 'b', '/A/B'),
    deleted(file('f', 'x.pdf', 'a', '/A'), 'd'),
    processed('g'),
  ];
  it('is the state again', () => {
    const state = play(past);
    const again = loaded(saved(state));
    expect(again.nodes).toEqual(state.nodes);
    expect(again.inside).toEqual(state.inside);
    expect(again.used).toBe(20);
    expect([...again.names.get('a')!]).toEqual([['b', 'b']]);
  });
  it('of nothing is nothing', () => expect(loaded(saved(drive.initial()))).toEqual(drive.initial()));
  it('goes on as the state would have', () => {
    const more = [file('h', 'X.pdf', 'a', '/A'), deleted(folder('b', 'B', 'a', '/A'), 'e')];
    expect(play(more, loaded(saved(play(past)))).nodes).toEqual(play([...past, ...more]).nodes);
  });
  it('is in parts of at most a thousand things, however its order was', () => {
    const many = Array.from({ length: 2_500 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a', '/A'));
    const state = play([...many, folder('a', 'A')]);
    const parts = saved(state);
    expect(parts).toHaveLength(4);
    expect(loaded(parts).nodes).toEqual(state.nodes);
  });
  it('is what it was when saving began, though the state goes on', () => {
    const state = play(past);
    const before = new Map(state.nodes);
    const parts = save(state);
    play([file('h', 'z.pdf'), deleted(folder('b', 'B', 'a', '/A'), 'e')], state);
    expect(loaded([...parts]).nodes).toEqual(before);
  });
});

describe('what a state takes in memory', () => {
  it('grows with what is in it', () => {
    const [empty, two] = [play([]), play([folder('a', 'A'), file('f', 'x.pdf')])];
    expect(drive.weigh!(empty)).toBe(0);
    expect(drive.weigh!(two)).toBe(1_000);
  });
});
