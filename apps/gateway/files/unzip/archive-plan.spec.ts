import { FILE_LIMITS } from '@dosar/contracts';
import { hostile, legal, type Verdict } from '../../testing/archives';
import { Problem } from '../../platform/http/problem';
import { guarded } from '../uploads/incoming';
import { pathOf, planOf, type Planned } from './archive-plan';
import { zipOf } from '../../testing/zip-builder';
import { longestSlice } from '../../testing/longest-slice';
import { contentOf } from './content';
import { readDirectory } from './directory';

const LIMITS = { entries: 2 * FILE_LIMITS.entries + 100, bytes: FILE_LIMITS.unpacked, path: FILE_LIMITS.path };

/** The result for an archive: reads its directory, then everything in it. */
const verdictOf = async (bytes: Buffer): Promise<Verdict> => {
  const { zip, found, ...listing } = await readDirectory(bytes, LIMITS);
  try {
    const plan = await planOf(listing);
    const { planned, folders, files } = plan;
    const wrong = new Map<Planned, unknown>();
    for (const file of files)
      try {
        for await (const _ of guarded(contentOf(zip!, found[file.entry.index]!), file.name).bytes);
      } catch (error) {
        wrong.set(file, error);
      }
    const [first] = wrong.values();
    if (files.length > 0 && wrong.size === files.length) throw first;
    const isKept = (each: Planned): boolean =>
      each.entry
        ? !wrong.has(each)
        : folders.has(each) || planned.some((other) => other.parent === each && isKept(other));
    return planned.filter(isKept).map((each) => `${pathOf(each)}${each.entry ? '' : '/'}`);
  } catch (error) {
    return error instanceof Problem ? error.code : 'ZIP_CORRUPT';
  }
};

describe('a hostile archive is refused:', () => {
  it.each(hostile)('%s', async (_, archive, verdict) => expect(await verdictOf(archive())).toEqual(verdict));

  it('and there are more than sixty of them', () => expect(hostile.length).toBeGreaterThanOrEqual(60));
});

describe('an archive is taken apart as it was meant:', () => {
  it('P25: a name that is there twice', async () => {
    const archive = zipOf(['a.txt', 'a.txt'].map((name) => ({ name, data: 'x' })));
    expect(await verdictOf(archive)).toEqual(['a.txt', 'a (1).txt']);
  });
  it.each(legal)('%s', async (_, archive, verdict) => expect(await verdictOf(archive())).toEqual(verdict));
});

describe('an archive of as many things as it may become', () => {
  const entriesOf = (paths: readonly string[]) =>
    paths.map((path, index) => ({ index, path, isFolder: false, size: 1, fault: null }));
  const DEEP = Array.from({ length: 31 }, (_, at) => `${at}`.padEnd(60, 'x')).join('/');
  /** Names that differ in case only. */
  const cased = (at: number) =>
    Array.from('abcdefghijk', (letter, bit) => (at & (1 << bit) ? letter.toUpperCase() : letter)).join('');
  it.each([
    ['in a deep folder', Array.from({ length: 1_969 }, (_, at) => `${DEEP}/${at}.txt`)],
    ['of one name', Array.from({ length: 2_000 }, (_, at) => `${cased(at)}.txt`)],
  ])('%s is planned in short slices', async (_, paths) => {
    const listing = { entries: entriesOf(paths), fault: null };
    const slices: number[] = [];
    for (let run = 0; run < 5; run += 1)
      slices.push(
        await longestSlice(async () => {
          expect((await planOf(listing)).planned).toHaveLength(2_000);
        }),
      );
    expect(Math.min(...slices)).toBeLessThan(50);
  });
});
