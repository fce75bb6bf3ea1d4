import { MIME_TYPES } from '@dosar/contracts';
import { anInvoice } from '../../testing/an-invoice';
import { zipOf } from '../../testing/zip-builder';
import { readFields } from './read-fields';

const MB = 1024 * 1024;
const times = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
/** As SPV hands it out, with this in the place of the invoice. */
const answer = (data: string | Buffer, signature: string | Buffer = '<Signature/>') =>
  zipOf([
    { name: '1.xml', data },
    { name: 'semnatura_1.xml', data: signature },
  ]);
const laughs = `<!DOCTYPE l [<!ENTITY l0 "ha">${times(20, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]><l>&l20;</l>`;

const HOSTILE: readonly (readonly [string, () => Buffer])[] = [
  ['an invoice that unpacks to 150 MB', () => answer(Buffer.alloc(150 * MB, 32))],
  ['a signature that unpacks to 150 MB', () => answer('<Invoice/>', Buffer.alloc(150 * MB, 32))],
  ['entities of entities', () => answer(laughs)],
  ['100,000 elements deep', () => answer('<a>'.repeat(100_000))],
  ['an attribute of 10 MB', () => answer(`<Invoice a="${'x'.repeat(10 * MB)}"/>`)],
  ['an archive in its place', () => answer(answer('<Invoice/>'))],
  ['20,000 entries', () => zipOf(times(20_000, (at) => ({ name: `${at}.xml`, data: '' })))],
  ['an archive that is cut off', () => answer(anInvoice({})).subarray(0, 200)],
  ['no archive', () => Buffer.from('PK\u0003\u0004')],
  ['nothing', () => Buffer.of()],
];

const fieldsOf = (bytes: Buffer) => readFields(new Uint8Array(bytes).buffer, MIME_TYPES.zip);

describe('what comes as an answer of SPV and is none', () => {
  it.each(HOSTILE)('%s fills in nothing, and the next invoice is read', async (_, bytes) => {
    expect(await fieldsOf(bytes())).toBeNull();
    expect(await fieldsOf(answer(anInvoice({ number: 'FA 9' })))).toMatchObject({ number: 'FA 9' });
  });
});
