import { FILE_LIMITS, MIME_TYPES } from '@dosar/contracts';
import { hostileInsides, type HostileInside } from '../../testing/hostile-insides';
import { MOST_LETTERS } from '../texts/outcome';
import { listInside, readInside, readPart } from './inside-reader';

/** The time limit of a reading, twice, since another process tries it again, and their starts on a small machine. */
const LIMIT_MS = 2 * 15_000 + 5_000;

/** Some of each kind; all of them with `npm run rel:hostile-documents`. */
const SOME = new Set([
  'a bomb in a bomb',
  '5,000 files',
  'files in files, 40 deep',
  'names in a circle',
  'data of a form of entities in entities',
  'an invoice that names a file elsewhere',
  '100,000 files',
  'a Word document inside of entities',
  'archives in archives, 100 deep',
  'two files at one place',
]);
const isLong = process.env['HOSTILE_DOCUMENTS'] === 'all';
const chosen = hostileInsides.filter(([what]) => isLong || SOME.has(what));

const timed = async <T>(work: () => Promise<T>) => {
  const begun = performance.now();
  const found = await work();
  return { found, took: Math.round(performance.now() - begun) };
};

const read = async ([what, ending, bytesOf, ...verdicts]: HostileInside) => {
  const document = { bytes: new Uint8Array(Buffer.from(bytesOf())).buffer, mimeType: MIME_TYPES[ending] };
  const listed = await timed(() => listInside(document));
  const words = await timed(() => readInside(document));
  const [first] = 'parts' in listed.found ? listed.found.parts : [];
  const part = first ? await timed(() => readPart(document, { part: first.number, as: 'bytes' })) : null;
  const verdict = 'why' in words.found ? words.found.why : words.found.isCut ? 'cut' : 'read';
  const took = Math.max(listed.took, words.took, part?.took ?? 0);
  const isWithin =
    (!('parts' in listed.found) || listed.found.parts.length <= FILE_LIMITS.entries) &&
    (!('text' in words.found) || words.found.text.length <= MOST_LETTERS) &&
    (!part?.found || !('bytes' in part.found) || part.found.bytes.length <= FILE_LIMITS.file);
  // nothing inside an XML that is no invoice is no fault of it
  const isRight = verdicts.includes(verdict) || (ending === 'xml' && verdict === 'damaged');
  return { what: `${ending}: ${what}`, verdict, took, isRight: isRight && isWithin && took < LIMIT_MS };
};

describe('files inside files that were made to break their readers', () => {
  it('are sixty', () => expect([hostileInsides.length, chosen.length]).toEqual([60, isLong ? 60 : SOME.size]));

  it(
    'are each told, within all limits, and none is waited for',
    async () => {
      const told: Awaited<ReturnType<typeof read>>[] = [];
      for (const each of chosen) told.push(await read(each));
      const lines = told.map(
        ({ what, verdict, took }) => `${verdict.padEnd(10)}${String(took).padStart(6)} ms  ${what}`,
      );
      process.stdout.write(`${lines.join('\n')}\n`);
      expect(told.filter(({ isRight }) => !isRight)).toEqual([]);
    },
    30 * 60_000,
  );

  it('do nothing to those that are read after them', async () => {
    const bomb = hostileInsides.find(([what]) => what === 'names in a circle')!;
    const plain = { bytes: new TextEncoder().encode('<a>x</a>').buffer, mimeType: MIME_TYPES.xml };
    const nothing = { parts: [], isCut: false, isForm: false };
    const [, beside] = await Promise.all([read(bomb), listInside(plain)]);
    expect([beside, await listInside(plain)]).toEqual([nothing, nothing]);
  }, 60_000);
});
