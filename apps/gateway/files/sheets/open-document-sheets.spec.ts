import { packed } from '../../testing/workbooks';
import { readText } from '../texts/read-text';

type Made = { readonly styles?: string; readonly tables: string };
const read = async ({ styles = '', tables }: Made, isForSearch = false) => {
  const body = `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
  const content = `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles>${body}</office:document-content>`;
  const outcome = await readText(await packed({ 'content.xml': content }), 'ods', isForSearch);
  return 'text' in outcome ? outcome.text : outcome.why;
};
const one = async (rows: string, styles = '') =>
  (await read({ styles, tables: `<table:table table:name="A">${rows}</table:table>` })).slice(2);

const row = (cells: string, repeated = 1) =>
  `<table:table-row table:number-rows-repeated="${repeated}">${cells}</table:table-row>`;
const cell = (attributes: string, text = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const empty = (times: number) => `<table:table-cell table:number-columns-repeated="${times}"/>`;
const text = (value: string) => cell('office:value-type="string"', value);
const styled = (number: string) =>
  `${number}<style:style style:name="c" style:family="table-cell" style:data-style-name="n"/>`;

describe('a sheet of LibreOffice', () => {
  it('has its values where the repeats of others put them', async () => {
    const rows =
      row(text('a') + empty(2) + text('d')) +
      row(empty(16_384), 2) +
      row(`${empty(1)}<table:covered-table-cell/>${text('c')}`);
    expect(await one(rows)).toBe('a\t\t\td\n\n\n\t\tc');
  });
  it('repeats what has a value, up to its limits', async () => {
    expect(await one(row(cell('table:number-columns-repeated="3"', 'x'), 2))).toBe('x\tx\tx\nx\tx\tx');
    const outcome = await one(row(cell('table:number-columns-repeated="1000000000"', 'x'), 1_000_000_000));
    expect(outcome.length).toBeGreaterThan(900_000);
  });
  it('says how many rows are empty', async () =>
    expect(await one(row(empty(1), 1_000_000) + row(text('x')))).toBe('\v1000000\nx'));
  it('has the lines of a cell, and blanks', async () =>
    expect(
      await one(row('<table:table-cell><text:p>a<text:s text:c="2"/>b</text:p><text:p>c</text:p></table:table-cell>')),
    ).toBe('a  b\u2028c'));
  it('shows no notes and shapes, but they are found', async () => {
    const cells =
      '<table:table-cell office:value-type="string"><office:annotation><text:p>notă</text:p></office:annotation><text:p>x</text:p></table:table-cell>';
    const tables = `<table:table table:name="A">${row(cells)}</table:table>`;
    expect([await read({ tables }), await read({ tables }, true)]).toEqual(['A\nx', 'A\nx\nnotă']);
  });
  it('has formulas by their last values, or as they are, and errors', async () =>
    expect(
      await one(
        row(
          cell('table:formula="of:=1+1" office:value-type="float" office:value="2"', '2') +
            '<table:table-cell table:formula="of:=SUM([.A1:.B1])"/>' +
            cell('office:value-type="string" office:string-value=""', '#DIV/0!') +
            cell('office:value-type="boolean" office:boolean-value="true"', 'ADEVĂRAT'),
        ),
      ),
    ).toBe('2\t=SUM([.A1:.B1])\t#DIV/0!\tTRUE'));
});

describe('a value of LibreOffice is shown by its format:', () => {
  const number = (inside: string, kind = 'number') =>
    styled(`<number:${kind}-style style:name="n">${inside}</number:${kind}-style>`);
  const float = (value: string) => `table:style-name="c" office:value-type="float" office:value="${value}"`;
  it.each([
    ['a number without one', '', 'office:value-type="float" office:value="1234.5"', '1.234,5', '1.234,5'],
    ['a number that shows nothing', '', 'office:value-type="float" office:value="1234.5"', '', '1234,5'],
    [
      'groups',
      number('<number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/>'),
      float('1234.5'),
      'x',
      '1.234,50',
    ],
    [
      'percent',
      number('<number:number number:decimal-places="0"/><number:text> %</number:text>', 'percentage'),
      'table:style-name="c" office:value-type="percentage" office:value="0.21"',
      'x',
      '21 %',
    ],
    [
      'money',
      number(
        '<number:number number:decimal-places="2"/><number:text> </number:text><number:currency-symbol>lei</number:currency-symbol>',
        'currency',
      ),
      'table:style-name="c" office:value-type="currency" office:value="5"',
      'x',
      '5,00 lei',
    ],
    ['a day', '', 'office:value-type="date" office:date-value="2026-03-05"', '03/05/26', '05.03.2026'],
    [
      'a day and a time',
      '',
      'office:value-type="date" office:date-value="2026-03-05T14:05:00"',
      'x',
      '05.03.2026 14:05:00',
    ],
    [
      'a month',
      number(
        '<number:month number:style="long" number:textual="true"/><number:text> </number:text><number:year number:style="long"/>',
        'date',
      ),
      'table:style-name="c" office:value-type="date" office:date-value="2026-03-05"',
      'x',
      'martie 2026',
    ],
    ['a time of day', '', 'office:value-type="time" office:time-value="PT18H05M00S"', 'x', '18:05:00'],
    [
      '36 hours',
      styled(
        '<number:time-style style:name="n" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>',
      ),
      'table:style-name="c" office:value-type="time" office:time-value="PT36H00M00S"',
      'x',
      '36:00',
    ],
    [
      'below zero',
      `<number:number-style style:name="p"><number:number number:decimal-places="0"/></number:number-style>${number('<number:text>(</number:text><number:number number:decimal-places="0"/><number:text>)</number:text><style:map style:condition="value()&gt;=0" style:apply-style-name="p"/>')}`,
      float('-12'),
      'x',
      '(12)',
    ],
  ])('%s', async (_, styles, attributes, written, shown) =>
    expect(await one(row(cell(attributes, written)), styles)).toBe(shown),
  );

  it('that of its column where it has none', async () => {
    const styles = number('<number:number number:decimal-places="1"/>');
    const columns =
      '<table:table-column table:number-columns-repeated="1"/><table:table-column table:default-cell-style-name="c"/>';
    expect(await one(columns + row(empty(1) + cell('office:value-type="float" office:value="2"', 'x')), styles)).toBe(
      '\t2,0',
    );
  });
});

it('hidden sheets are named as such', async () => {
  const styles =
    '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const tables = `<table:table table:name="A" table:style-name="h"/><table:table table:name="B">${row(text('x'))}</table:table>`;
  expect(await read({ styles, tables })).toBe('A\t\v\n\fB\nx');
});
