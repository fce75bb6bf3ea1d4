import { deleted, file, folder } from '../testing/drive';
import { drive } from './drive.decider';
import { emptyDrive, type Drive } from './drive-nodes';
import { dutyOf } from './retention';

const past = [
  folder('y', '2026'),
  folder('a', 'Facturi', 'y', 'facturi_emise'),
  folder('b', 'Aprilie', 'a'),
  file('f', 'bon.pdf', 'b'),
  file('g', 'foto.jpg', 'y'),
  folder('c', 'Balanțe', 'y', 'balanta'),
  file('h', 'balanta.pdf', 'c'),
];

describe('how long a paper is to be kept', () => {
  const state = [...past, deleted(past[3]!, 'd'), deleted(past[1]!, 'd')].reduce<Drive>(
    (before, { type, data }) => (drive.evolve[type] as (...all: unknown[]) => Drive)(data, before, { now: '' }),
    emptyDrive(),
  );
  const until = (id: string) => dutyOf(state, state.nodes.get(id)!, '2032-01-01')?.until ?? null;
  it('is said by the nearest folder that has a class, also of what was deleted', () => {
    expect(until('f')).toBe('2032-07-01');
    expect(until('h')).toBe('2037-01-01');
  });
  it('is not known elsewhere', () => expect(until('g')).toBe(null));
});
