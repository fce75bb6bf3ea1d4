import { hostileSources, type HostileSource, type SourceVerdict } from '../../testing/hostile-sources';
import { aPagedPdf, pagesOf } from '../../testing/paged-documents';
import { PagesRefused, withPages } from './page-reader';

/** The time limits of a source and a document together, and the start and end of the process on a small machine. */
const LIMIT_MS = 62_000;

/** Some of each kind; all of them with `npm run rel:hostile-documents`. */
const SOME = new Set([
  'a chain of 100,000 objects',
  'objects that lead to one another',
  'a list that holds itself',
  'a key of a kind that nobody knows',
  'a picture of 900 megapixels',
  'a PDF with a password',
  'half a PDF',
  'pages that lead in a circle',
]);
const isLong = process.env['HOSTILE_DOCUMENTS'] === 'all';
const chosen = hostileSources.filter(([what]) => isLong || SOME.has(what));

const taken = async ([what, bytesOf, verdicts, isPicture]: HostileSource) => {
  const bytes = new Uint8Array(bytesOf()).buffer;
  const begun = performance.now();
  const make = () =>
    withPages(async (reader) => {
      await reader.open(0, { bytes, isPdf: !isPicture });
      await reader.make([{ source: 0, page: 1, rotate: 90 }]);
      return 'made' as const;
    });
  const verdict = await make().catch((error: unknown) => {
    if (error instanceof PagesRefused) return error.code as SourceVerdict;
    throw error;
  });
  const took = Math.round(performance.now() - begun);
  return { what, verdict, took, isRight: verdicts.includes(verdict) && took < LIMIT_MS };
};

describe('files whose pages were made to break whoever takes them', () => {
  it('are sixty', () =>
    expect([hostileSources.length >= 60, chosen.length]).toEqual([true, isLong ? hostileSources.length : SOME.size]));

  it(
    'are each told, and none is waited for',
    async () => {
      const told: Awaited<ReturnType<typeof taken>>[] = [];
      for (const each of chosen) told.push(await taken(each));
      const lines = told.map(
        ({ what, verdict, took }) => `${verdict.padEnd(16)}${String(took).padStart(6)} ms  ${what}`,
      );
      process.stdout.write(`${lines.join('\n')}\n`);
      expect(told.filter(({ isRight }) => !isRight)).toEqual([]);
    },
    30 * 60_000,
  );

  it('do not keep 1,000 pages of 10,000 from being taken', async () => {
    const bytes = new Uint8Array(aPagedPdf(pagesOf('x', 10_000))).buffer;
    const pages = Array.from({ length: 1_000 }, (_, at) => ({ source: 0, page: 10_000 - at, rotate: 0 }));
    const made = await withPages(async (reader) => {
      await reader.open(0, { bytes, isPdf: true });
      return reader.make(pages);
    });
    expect(made.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1_000);
  }, 60_000);
});
