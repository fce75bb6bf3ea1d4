import { MIME_TYPES } from '@dosar/contracts';
import { anInvoice } from '../../testing/invoices/an-invoice';
import { answer, hostileAnswers, type HostileAnswer } from '../../testing/invoices/hostile-answers';
import { readFields } from './read-fields';

/** The time limit of a reading, twice, since another process tries it again, and their starts on a small machine. */
const LIMIT_MS = 2 * 15_000 + 10_000;
/** Every sixth; all of them with `npm run rel:hostile-documents`. */
const isLong = process.env['HOSTILE_DOCUMENTS'] === 'all';
const chosen = hostileAnswers.filter((_, at) => isLong || at % 6 === 0);

const fieldsOf = (bytes: Buffer, format: HostileAnswer[2]) =>
  readFields(new Uint8Array(bytes).buffer, MIME_TYPES[format]);

describe('what is called an invoice and was made to break whoever reads it', () => {
  it('is sixty', () => expect(hostileAnswers.length).toBeGreaterThanOrEqual(60));

  it.each(chosen)(
    '%s: no more is filled in than an invoice has, in time, and the next one is read',
    async (what, bytes, format) => {
      const begun = performance.now();
      const fields = await fieldsOf(bytes(), format);
      const took = Math.round(performance.now() - begun);
      if (isLong)
        process.stdout.write(`${(fields ? 'read' : 'none').padEnd(6)}${String(took).padStart(6)} ms  ${what}\n`);
      expect(JSON.stringify(fields).length).toBeLessThan(2_000);
      expect(took < LIMIT_MS).toBe(true);
      expect(await fieldsOf(answer(anInvoice({ number: 'FA 9' })), 'zip')).toMatchObject({ number: 'FA 9' });
    },
    2 * LIMIT_MS,
  );
});
