import { MIME_TYPES } from '@dosar/contracts';
import { hostileDocuments, type HostileDocument } from '../../testing/hostile-documents';
import { readDocument } from './read-document';

/** How many are read at once, as when documents are indexed. */
const AT_ONCE = 2;
/** The time limit of a reader, and its start and end on a small machine. */
const LIMIT_MS = 15_000;
const AROUND_MS = 5_000;

/** Some of each kind; all of them with `npm run rel:hostile-documents`. */
const SOME = new Set([
  'half a PDF',
  'pages that lead in a circle',
  'a PDF with a password',
  'one that says that it is 4 GB',
  'a Word document that unpacks to 100 MB',
  'one with a password',
  'entities in entities',
  '6,000 parts',
  'texts of a sheet without an end',
  'half a letter',
]);
const isLong = process.env['HOSTILE_DOCUMENTS'] === 'all';
const chosen = hostileDocuments.filter(([what]) => isLong || SOME.has(what));

const read = async ([what, ending, bytesOf, ...verdicts]: HostileDocument, ms = LIMIT_MS) => {
  const bytes = new Uint8Array(Buffer.from(bytesOf())).buffer;
  const begun = performance.now();
  const outcome = await readDocument({ bytes, mimeType: MIME_TYPES[ending], isForSearch: true }, { ms });
  const took = Math.round(performance.now() - begun);
  const verdict = 'why' in outcome ? outcome.why : outcome.isCut ? 'cut' : 'read';
  const isRight = verdicts.some((each) => each === verdict) && took < ms + AROUND_MS;
  return { what, verdict, took, isRight };
};

describe('documents that were made to break their readers', () => {
  it('are sixty', () => expect([hostileDocuments.length, chosen.length]).toEqual([60, isLong ? 60 : SOME.size]));

  it(
    'are each told, and none is waited for',
    async () => {
      const left = [...chosen];
      const told: Awaited<ReturnType<typeof read>>[] = [];
      const lane = async () => {
        for (let next = left.shift(); next; next = left.shift()) told.push(await read(next));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      const lines = told.map(
        ({ what, verdict, took }) => `${verdict.padEnd(10)}${String(took).padStart(6)} ms  ${what}`,
      );
      process.stdout.write(`${lines.join('\n')}\n`);
      expect(told.filter(({ isRight }) => !isRight)).toEqual([]);
    },
    10 * 60_000,
  );

  it('are ended at their limit', async () => {
    const pages = hostileDocuments.find(([what]) => what === '10,000 pages')!;
    expect(await read(pages, 500)).toMatchObject({ verdict: 'too_large', isRight: true });
  });

  it('do nothing to those that are read after them', async () => {
    const text = (words: string) =>
      readDocument({ bytes: new TextEncoder().encode(words).buffer, mimeType: MIME_TYPES.txt });
    const texts = Array.from({ length: 120 }, (_, at) => `document ${at}`);
    for (const words of texts) expect(await text(words)).toEqual({ text: words, isCut: false });
    const pages = hostileDocuments.find(([what]) => what === '10,000 pages')!;
    const [first, , last] = await Promise.all([text('first'), read(pages, 500), text('last')]);
    expect([first, last, await text('next')]).toEqual(
      ['first', 'last', 'next'].map((words) => ({ text: words, isCut: false })),
    );
  });
});
