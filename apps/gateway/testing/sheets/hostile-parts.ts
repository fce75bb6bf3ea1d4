import { xlsxParts, type Made } from '../workbooks';
import { zipOf } from '../zip-builder';

export const zipped = (parts: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(parts).map(([name, data]) => ({ name, data: Buffer.from(data) })));
export const excel = (rows: string, made: Partial<Made> = {}, parts: Readonly<Record<string, string>> = {}) =>
  zipped({ ...xlsxParts({ sheets: { A: rows }, ...made }), ...parts });
export const each = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
export const numbers = (...all: readonly string[]) =>
  `<row>${all.map((value) => `<c s="1"><v>${value}</v></c>`).join('')}</row>`;
export const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
export const BOOK = 'xl/_rels/book.xml.rels';
export const sheetsOf = (count: number) =>
  `<workbook><sheets>${each(count, (at) => `<sheet name="s${at}" r:id="a"/>`)}</sheets></workbook>`;
export const sheetRelation = `<Relationships>${relation('a', 'worksheet', 'data/part1.xml')}</Relationships>`;
export const one = '<row><c><v>1</v></c></row>';
