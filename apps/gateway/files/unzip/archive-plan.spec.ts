import { extensionOf, FILE_LIMITS, type Extension } from '@dosar/contracts';
import { hostile, legal, type Verdict } from '../../testing/archives';
import { Problem } from '../../platform/problem';
import { guarded } from '../incoming';
import { pathOf, planOf } from './archive-plan';
import { contentOf } from './content';
import { readDirectory } from './directory';

const LIMITS = { entries: FILE_LIMITS.entries, bytes: FILE_LIMITS.unpacked, path: FILE_LIMITS.path };

/** What becomes of an archive: its directory is read, then all that is in it. */
const verdictOf = async (bytes: Buffer): Promise<Verdict> => {
  const { zip, found, ...listing } = await readDirectory(bytes, LIMITS);
  try {
    const { planned, files } = planOf(listing);
    for (const { name, entry } of files)
      for await (const _ of guarded(contentOf(zip!, found[entry.index]!), name, extensionOf(name) as Extension));
    return planned.map((each) => `${pathOf(each)}${each.entry ? '' : '/'}`);
  } catch (error) {
    return error instanceof Problem ? error.code : 'ZIP_CORRUPT';
  }
};

describe('a hostile archive is refused:', () => {
  it.each(hostile)('%s', async (_, archive, verdict) => expect(await verdictOf(archive())).toEqual(verdict));

  it('and there are more than sixty of them', () => expect(hostile.length).toBeGreaterThanOrEqual(60));
});

describe('an archive is taken apart as it was meant:', () => {
  it.each(legal)('%s', async (_, archive, verdict) => expect(await verdictOf(archive())).toEqual(verdict));
});
