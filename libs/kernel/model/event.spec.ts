import { categoryOf, idIn, isStreamOf, maxPosition, streamOf } from './event';

describe('the name of a stream', () => {
  it.each([
    ['drive', 'c-1', 'drive-c-1'],
    ['settings', '', 'settings'],
  ])('of %s and %j is %s, whose category is told from it', (category, id, stream) => {
    expect(streamOf({ category }, id)).toBe(stream);
    expect(categoryOf(stream)).toBe(category);
    expect(idIn({ category }, stream)).toBe(id);
  });
  it('says nothing of the streams of others', () => {
    expect(isStreamOf({ category: 'drive' }, 'drives-c-1')).toBe(false);
    expect(() => idIn({ category: 'drive' }, 'reader-c-1')).toThrow('reader-c-1 is no stream of drive');
  });
});

it('the further of two places is the larger one, and any place is further than none', () => {
  expect(maxPosition(2n, 10n)).toBe(10n);
  expect(maxPosition(10n, 2n)).toBe(10n);
  expect(maxPosition(null, 2n)).toBe(2n);
  expect(maxPosition(2n, null)).toBe(2n);
  expect(maxPosition(null, null)).toBeNull();
});
