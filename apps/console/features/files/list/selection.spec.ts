import { chosen, everything, moved, NOTHING, present } from './selection';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ ids: found }: { ids: ReadonlySet<string> }) => [...found].sort();

describe('selecting', () => {
  it('takes one row alone, and with ctrl one more or one less', () => {
    const one = chosen(NOTHING, ORDER, 'b');
    expect(ids(one)).toEqual(['b']);
    const two = chosen(one, ORDER, 'd', { add: true });
    expect(ids(two)).toEqual(['b', 'd']);
    expect(ids(chosen(two, ORDER, 'b', { add: true }))).toEqual(['d']);
    expect(ids(chosen(two, ORDER, 'e'))).toEqual(['e']);
  });

  it('takes a range from the anchor, in both directions, and shrinks it again', () => {
    const one = chosen(NOTHING, ORDER, 'c');
    const down = chosen(one, ORDER, 'e', { range: true });
    expect(ids(down)).toEqual(['c', 'd', 'e']);
    expect(ids(chosen(down, ORDER, 'a', { range: true }))).toEqual(['a', 'b', 'c']);
    const other = chosen(chosen(one, ORDER, 'a', { add: true }), ORDER, 'b', { add: true, range: true });
    expect(ids(other)).toEqual(['a', 'b', 'c']);
  });

  it('moves by the keys, with shift as a range, and stops at the ends', () => {
    const first = moved(NOTHING, ORDER, 1);
    expect(first).toMatchObject({ cursor: 'a' });
    const range = moved(moved(first, ORDER, 1, true), ORDER, 1, true);
    expect(ids(range)).toEqual(['a', 'b', 'c']);
    expect(ids(moved(range, ORDER, -1, true))).toEqual(['a', 'b']);
    expect(moved(first, ORDER, 10).cursor).toBe('e');
    expect(moved(first, ORDER, -1).cursor).toBe('a');
    expect(moved(NOTHING, ORDER, -1).cursor).toBe('e');
    expect(moved(NOTHING, [], 1)).toEqual(NOTHING);
  });

  it('takes everything', () => expect(ids(everything(NOTHING, ORDER))).toEqual(ORDER));

  it('loses what is not there any more, and is the same when nothing is lost', () => {
    const range = chosen(chosen(NOTHING, ORDER, 'a'), ORDER, 'c', { range: true });
    expect(ids(present(range, ['b', 'c', 'd']))).toEqual(['b', 'c']);
    expect(present(range, ['b', 'c', 'd']).anchor).toBeNull();
    expect(present(range, ORDER)).toBe(range);
  });

  it('has its cursor only where a row is, even when none is selected', () => {
    const awaited = { ids: new Set<string>(), anchor: 'f', cursor: 'f' };
    expect(present(awaited, ORDER)).toEqual(NOTHING);
    expect(present(awaited, [...ORDER, 'f'])).toBe(awaited);
  });
});
