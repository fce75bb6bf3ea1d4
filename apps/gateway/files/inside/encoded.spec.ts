import { randomBytes } from 'node:crypto';
import { readText } from '../texts/read-text';
import { withoutEncoded } from './encoded';

const plainOf = (text: string | Buffer) => withoutEncoded(Buffer.from(text)).plain.toString();
const FILE = Buffer.alloc(900, 'Factura %PDF-1.7 ').toString('base64');
const inLines = (by: number, end: string) => FILE.match(new RegExp(`.{1,${by}}`, 'g'))!.join(end);

describe('what programs encode into a text', () => {
  it.each([
    ['one long line', `<a>${FILE}</a>`, '<a>...</a>'],
    ['lines as letters have them', `<a>\n${inLines(76, '\r\n')}\n</a> după`, '<a>\n...\n</a> după'],
    ['indented lines', `<a>${inLines(64, '\n      ')}</a>`, '<a>...</a>'],
    ['lines with written line ends', `<a>${inLines(76, '&#13;\n')}</a>`, '<a>...</a>'],
    ['a value of JSON', `{"file":"${FILE.replaceAll('/', '\\/')}","name":"a.pdf"}`, '{"file":"...","name":"a.pdf"}'],
    ['lines in JSON', `{"file":"${inLines(76, '\\r\\n')}"}`, '{"file":"..."}'],
    ['an address with its data', `src="data:image/png;base64,${FILE}"`, 'src="data:image/png;base64,..."'],
  ])('is cut out of %s', (_, text, plain) => expect(plainOf(text)).toBe(plain));

  it('is cut out of letters of two bytes', () =>
    expect(plainOf(Buffer.from(`\ufeff<a>ș ${FILE}</a>`, 'utf16le'))).toBe('<a>ș ...</a>'));

  it.each([
    ['words', 'Contract de prestări servicii '.repeat(400)],
    ['a table without blanks', '2026-09-01;RO616439073;-146404.95;Plata.factura;'.repeat(50)],
    ['packed JSON', JSON.stringify(Array.from({ length: 90 }, (_each, id) => ({ id, sum: '12.50' })))],
    ['long numbers on lines', Array.from({ length: 90 }, () => 'RO49AAAA1B31007593840000').join('\n')],
    ['words after what is short', `${'A'.repeat(64)}\nDe aici încolo`],
  ])('is not %s', (_, text) => expect(plainOf(text)).toBe(text));

  it('leaves the words after it', () =>
    expect(plainOf(`${inLines(76, '\n')}\nMulțumim pentru plată`)).toBe('...\nMulțumim pentru plată'));

  it('says where it was', () => {
    const { bytes, runs } = withoutEncoded(Buffer.from(`<a>${FILE}</a><b>${FILE}</b>`));
    expect(runs.map(({ from, to }) => bytes.subarray(from, to).toString())).toEqual([FILE, FILE]);
  });
});

describe('the words of a file with something encoded', () => {
  const noise = randomBytes(6 * 1024 * 1024).toString('base64');
  const wordsOf = async (text: string, extension: 'xml' | 'json' | 'txt') => {
    const read = await readText(Buffer.from(text), extension, true);
    return 'text' in read ? { words: read.text.replace(/\s+/g, ' ').trim(), isCut: read.isCut } : read;
  };

  it.each([
    ['xml', `<f><nr>FCT 7</nr><doc>${noise}</doc><sum>128.50</sum></f>`, 'FCT 7 ... 128.50'],
    ['json', `{"nr":"FCT 7","doc":"${noise}","sum":128.50}`, '{"nr":"FCT 7","doc":"...","sum":128.50}'],
    ['txt', `FCT 7\n${noise}\nTotal 128.50`, 'FCT 7 ... Total 128.50'],
  ] as const)('P8: of %s are those before and after it, whatever its size', async (extension, text, words) => {
    expect(await wordsOf(text, extension)).toEqual({ words, isCut: false });
  });
});
