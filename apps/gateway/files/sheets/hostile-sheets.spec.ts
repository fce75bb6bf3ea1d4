import { MIME_TYPES } from '@dosar/contracts';
import type { HostileDocument } from '../../testing/hostile-documents';
import { hostileSheets } from '../../testing/sheets/hostile-sheets';
import { readDocument } from '../texts/read-document';

/** How many are read at once, as when documents are indexed. */
const AT_ONCE = 2;
/** The time limit of a reader, and its start and end on a small machine. */
const LIMIT_MS = 15_000;
const AROUND_MS = 5_000;

/** Every fourth; all of them with `npm run rel:hostile-documents`. */
const isLong = process.env['HOSTILE_DOCUMENTS'] === 'all';
const chosen = hostileSheets.filter((_, at) => isLong || at % 4 === 0);

const read = async ([what, ending, bytesOf, ...verdicts]: HostileDocument, isForSearch: boolean) => {
  const bytes = new Uint8Array(Buffer.from(bytesOf())).buffer;
  const begun = performance.now();
  const outcome = await readDocument({ bytes, mimeType: MIME_TYPES[ending], isForSearch });
  const took = Math.round(performance.now() - begun);
  const verdict = 'why' in outcome ? outcome.why : outcome.isCut ? 'cut' : 'read';
  return { what, verdict, took, isRight: verdicts.includes(verdict) && took < LIMIT_MS + AROUND_MS };
};

describe('sheets that were made to break their readers', () => {
  it('are more than sixty', () => expect(hostileSheets.length).toBeGreaterThanOrEqual(60));

  it(
    'are each told, and none is waited for',
    async () => {
      const left = [...chosen.entries()];
      const told: Awaited<ReturnType<typeof read>>[] = [];
      const lane = async () => {
        for (let next = left.shift(); next; next = left.shift()) told.push(await read(next[1], next[0] % 2 === 0));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      if (isLong)
        for (const { what, verdict, took } of told)
          process.stdout.write(`${verdict.padEnd(10)}${String(took).padStart(6)} ms  ${what}\n`);
      expect(told.filter(({ isRight }) => !isRight)).toEqual([]);
    },
    10 * 60_000,
  );
});
