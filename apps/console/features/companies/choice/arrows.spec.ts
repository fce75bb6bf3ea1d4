import { nextPlace } from './arrows';

// 0 1 2
// 3 4
const PLACES = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 50 },
  { left: 100, top: 50 },
];

describe('arrows among cards', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [4, 'ArrowRight', null],
    [0, 'ArrowLeft', null],
    [1, 'ArrowDown', 4],
    [2, 'ArrowDown', 4],
    [3, 'ArrowDown', null],
    [4, 'ArrowUp', 1],
    [0, 'ArrowUp', null],
    [0, 'Enter', null],
  ])('from %i with %s lead to %j', (from, key, to) => expect(nextPlace(PLACES, from, key)).toBe(to));
});
