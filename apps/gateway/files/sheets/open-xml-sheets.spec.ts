import { packed, xlsx, xlsxParts, type Made } from '../../testing/workbooks';
import { readText } from '../texts/read-text';

const read = async (bytes: Promise<Buffer<ArrayBuffer>>, isForSearch = false) =>
  readText(await bytes, 'xlsx', isForSearch);
const shown = async (made: Made, isForSearch = false) => {
  const outcome = await read(xlsx(made), isForSearch);
  return 'text' in outcome ? outcome.text : outcome.why;
};
const one = async (rows: string, made: Partial<Made> = {}) => (await shown({ ...made, sheets: { A: rows } })).slice(2);
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a sheet of Excel', () => {
  it('P1: has its values where their addresses say', async () => {
    const head = ['Data', 'Explicații', 'Debit', 'Credit'].map((name, at) => text(`${'ABCD'[at]}1`, name)).join('');
    const rows = `<row r="1">${head}</row><row r="2">${text('A2', 'x')}<c r="D2"><v>2500</v></c></row><row r="5"><c r="C5"><v>1</v></c></row>`;
    expect(await one(rows)).toBe('Data\tExplicații\tDebit\tCredit\nx\t\t\t2500\n\n\n\t\t1');
  });
  it('has values without addresses one after the other', async () =>
    expect(await one('<row><c><v>1</v></c><c/><c><v>3</v></c></row><row><c><v>4</v></c></row>')).toBe('1\t\t3\n4'));
  it('has rows and cells in any order', async () =>
    expect(
      await one('<row r="2"><c r="B2"><v>4</v></c><c r="A2"><v>3</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>'),
    ).toBe('1\n3\t4'));
  it('says how many rows and cells are empty', async () =>
    expect(
      await one('<row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>2</v></c></row>'),
    ).toBe('\v16383\t1\n\v1048574\n2'));
  it('has nothing outside of it', async () =>
    expect(
      await one(
        '<row r="9999999"><c r="A9999999"><v>1</v></c></row><row r="1"><c r="ZZZ1"><v>2</v></c><c r="B1"><v>3</v></c></row>',
      ),
    ).toBe('\t3'));
  it('has shared, rich and direct texts', async () => {
    const shared = ['<r><t>Da</t></r><r><t>ta</t></r><rPh><t>x</t></rPh>', '<t>rând_x000a_nou\nși\ttab</t>'];
    const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>9</v></c><c t="str"><v>t</v></c></row>';
    expect(await one(rows, { shared })).toBe('Data\trând\u2028nou\u2028și tab\t\tt');
  });
  it('has formulas by their last values, or as they are', async () =>
    expect(
      await one(
        '<row><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>x</v></c><c><f>SUM(A1:B1)</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>',
      ),
    ).toBe('2\tx\t=SUM(A1:B1)\t#DIV/0!\tTRUE\tFALSE'));
  it('has numbers and days by their formats', async () => {
    const formats = ['0%', '[h]:mm', 'dd.mm.yyyy', '#,##0.00'];
    const rows =
      '<row><c s="1"><v>0.21</v></c><c s="2"><v>1.5</v></c><c s="3"><v>46086</v></c><c s="4"><v>1234.5</v></c><c t="d"><v>2026-03-05</v></c></row>';
    expect(await one(rows, { formats })).toBe('21%\t36:00\t05.03.2026\t1.234,50\t05.03.2026');
    expect(await one('<row><c s="1"><v>44624</v></c></row>', { formats: ['dd.mm.yyyy'], is1904: true })).toBe(
      '05.03.2026',
    );
  });
});

describe('the sheets of a workbook', () => {
  const sheets = { Întâi: '<row><c><v>1</v></c></row>', Ascunsă: '<row><c><v>2</v></c></row>', Goală: '' };
  it('are in its order, the hidden ones named as such', async () =>
    expect(await shown({ sheets, hidden: ['Ascunsă'] })).toBe('Întâi\n1\n\fAscunsă\t\v\n2\n\fGoală'));
  it('are found with what is hidden', async () =>
    expect(await shown({ sheets, hidden: ['Ascunsă'] }, true)).toBe('Întâi\n1\n\fAscunsă\n2\n\fGoală'));
  it('that was lost, could not be read', async () => {
    const parts: Record<string, string> = xlsxParts({ sheets });
    delete parts['xl/data/part2.xml'];
    expect(await read(packed(parts))).toEqual({ why: 'damaged' });
  });
  it('are found by names as programs compare them', async () => {
    const parts = Object.entries(xlsxParts({ sheets })).map(([name, part]) => [
      name.replace('xl/data', 'XL\\Data'),
      part,
    ]);
    expect(await read(packed(Object.fromEntries(parts) as Record<string, string>))).toMatchObject({ isCut: false });
  });
  it('without values are empty, unless there are pictures or charts instead', async () => {
    const parts = xlsxParts({ sheets: { Goală: '' } });
    expect(await read(packed(parts))).toEqual({ text: 'Goală', isCut: false });
    expect(await read(packed({ ...parts, 'xl/media/image1.png': 'x' }))).toEqual({ why: 'damaged' });
  });
  it('could not be read where there are none', async () =>
    expect(await read(packed({ '[Content_Types].xml': '<Types/>' }))).toEqual({ why: 'damaged' }));
});
