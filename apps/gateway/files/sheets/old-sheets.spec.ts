import { oldWord } from '../../testing/old-word';
import { oldWorkbook } from '../../testing/old-workbook';
import { readText } from '../texts/read-text';

const read = async (bytes: Buffer, isForSearch = false) => {
  const outcome = await readText(Buffer.from(bytes), 'xls', isForSearch);
  return 'text' in outcome ? outcome.text : outcome.why;
};
const one = (...rows: Parameters<typeof oldWorkbook>[0]['sheets'][string]['rows']) => ({ A: { rows } });

describe('a workbook of Excel from before 2007', () => {
  it('has its values where their addresses say', async () => {
    const sheets = one(['Data', 'țară', null, true], [], [null, 12.5, { short: 250 }, { error: 7 }]);
    expect(await read(oldWorkbook({ sheets }))).toBe('A\nData\tțară\t\tTRUE\n\n\t12,5\t2,5\t#DIV/0!');
  });
  it('has numbers by their formats', async () => {
    expect(await read(oldWorkbook({ sheets: one([0.21]), format: '0%' }))).toBe('A\n21%');
    expect(await read(oldWorkbook({ sheets: one([46_086]), format: 'd mmmm yyyy' }), true)).toBe(
      'A\n5 martie 2026 05.03.2026',
    );
  });
  it('that counts from 1904 has its own days', async () =>
    expect(await read(oldWorkbook({ sheets: one([44_624]), format: 'dd/mm/yyyy', is1904: true }))).toBe(
      'A\n05.03.2026',
    ));
  it.each([20, 21, 30, 100, 8_000])('has texts that go on from record to record: %d bytes', async (sharedIn) => {
    const texts = Array.from({ length: 40 }, (_, at) => `${'șț'.repeat(at)}${at}`);
    const sheets = { A: { rows: texts.map((text) => [text]) } };
    expect((await read(oldWorkbook({ sheets, sharedIn }))).split('\n').slice(1)).toEqual(texts);
  });
  it('names its hidden sheets as such', async () => {
    const sheets = { Întâi: { rows: [[1]] }, Ascunsă: { rows: [[2]], isHidden: true } };
    expect(await read(oldWorkbook({ sheets }))).toBe('Întâi\n1\n\fAscunsă\t\v\n2');
  });

  const good = oldWorkbook({ sheets: one(['x', 1]) });
  it.each([
    ['that is locked', oldWorkbook({ sheets: one([1]), isLocked: true }), 'encrypted'],
    ['that is a Word document', oldWord('x'), 'damaged'],
    ['that is nothing', Buffer.from('nimic'), 'damaged'],
    ['that is its first bytes', good.subarray(0, 512), 'damaged'],
    ['whose sectors follow themselves', Buffer.concat([good.subarray(0, 512), Buffer.alloc(2_048, 1)]), 'damaged'],
  ])('%s is told', async (_, bytes, why) => expect(await read(bytes)).toBe(why));

  it('whose bytes are others is read or told, and nothing else', async () => {
    for (let at = 0; at < good.length; at += 7) {
      const bytes = Buffer.from(good);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
      expect(typeof (await read(bytes))).toBe('string');
    }
  });
});
