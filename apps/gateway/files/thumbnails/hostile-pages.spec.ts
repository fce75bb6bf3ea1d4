import sharp from 'sharp';
import { workerFile } from '@dosar/adapters/worker-file';
import { hostileDocuments } from '../../testing/hostile-documents';
import { hostilePages, type HostilePage, type PageVerdict } from '../../testing/hostile-pages';
import { pdfOfPages } from '../../testing/pdf-builder';
import { Drawing } from './drawing';
import { PAGE_LIMITS } from './thumbnails';

/** The start and end of the process on a small machine. */
const AROUND_MS = 12_000;

/** Some of each kind; all of them with `npm run rel:hostile-documents`. */
const SOME = new Set([
  'half a PDF',
  'pages that lead in a circle',
  'a PDF with a password',
  'a form that draws itself',
  'a mask of 900 megapixels',
  'forms in forms, ten billion times',
  'tiles in tiles',
  'a picture that says it is larger than there are numbers',
  'a group as large as a country',
]);
const isLong = process.env['HOSTILE_DOCUMENTS'] === 'all';
const LIMITS = isLong ? PAGE_LIMITS : { ...PAGE_LIMITS, ms: 3_000 };

/** Documents made against text readers may be drawn or not: only those with a password have a known result. */
const ofReaders = hostileDocuments
  .filter(([, ending]) => ending === 'pdf')
  .map(([what, , bytes, first]): HostilePage => {
    const verdicts: readonly PageVerdict[] = first === 'encrypted' ? [first] : ['drawn', 'damaged', 'too_large'];
    return [what, () => Buffer.from(bytes()), ...verdicts];
  });
const all = [...ofReaders, ...hostilePages];
const chosen = all.filter(([what]) => isLong || SOME.has(what));

describe('PDFs that were made to break who draws them', () => {
  const drawing = new Drawing(workerFile('page.worker'), LIMITS);
  afterAll(() => drawing.end());

  const told = async ([what, bytesOf, ...verdicts]: HostilePage) => {
    const bytes = new Uint8Array(bytesOf()).buffer;
    const begun = performance.now();
    const drawn = await drawing.draw(bytes);
    const took = Math.round(performance.now() - begun);
    const verdict: PageVerdict = 'why' in drawn ? drawn.why : 'drawn';
    return { what, verdict, took, isRight: verdicts.includes(verdict) && took < LIMITS.ms + AROUND_MS };
  };

  it('are 46', () => expect([all.length, chosen.length]).toEqual([46, isLong ? 46 : SOME.size]));

  it(
    'are each told, and none is waited for',
    async () => {
      const outcomes = [];
      for (const each of chosen) outcomes.push(await told(each));
      const lines = outcomes.map(
        (each) => `${each.verdict.padEnd(10)}${String(each.took).padStart(6)} ms  ${each.what}`,
      );
      process.stdout.write(`${lines.join('\n')}\n`);
      expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
    },
    10 * 60_000,
  );

  it('leave nothing behind for the next one', async () => {
    await told(hostilePages.find(([what]) => what === 'forms in forms, ten billion times')!);
    const box = '/MediaBox [0 0 200 100]';
    const pdf = pdfOfPages([{ content: '0 0 1 rg 0 0 150 100 re f', head: box }]);
    const drawn = await drawing.draw(new Uint8Array(pdf).buffer);
    if ('why' in drawn || !drawn.picture) throw new Error(`not drawn: ${JSON.stringify(drawn)}`);
    const { dominant } = await sharp(drawn.picture.data).stats();
    expect([drawn.picture.width, drawn.picture.height, dominant.b > dominant.r]).toEqual([128, 64, true]);
  });
});
