import { Unread } from '../texts/outcome';
import type { Parts } from '../texts/parts';
import type { Grid } from './grid';
import { GENERAL, NumberFormats } from './number-format';
import { textsBeside } from './open-xml-beside';
import { relatedPart, relationsOf, type Relation } from './open-xml-package';
import { cellFormats, RichText, sharedTexts } from './open-xml-texts';

type NamedSheet = { readonly name: string; readonly isHidden: boolean; readonly part: string | undefined };
type Workbook = { readonly is1904: boolean; readonly sheets: readonly NamedSheet[] };
type Cell = { row: number; column: number; type: string; style: number; value: string; formula: string };

const WORKBOOK = 'xl/workbook.xml';
const MOST_SHEETS = 1_000;

/** `D3` as row 2 and column 3; null when it is no address. */
const addressOf = (text: string): { readonly row: number; readonly column: number } | null => {
  const [, letters, digits] = /^([A-Za-z]{1,3})(\d{1,7})$/.exec(text) ?? [];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
};

const isYes = (text: string | undefined) => text === '1' || text === 'true' || text === 'on';

const workbookOf = async (parts: Parts, part: string, relations: ReadonlyMap<string, Relation>): Promise<Workbook> => {
  const sheets: NamedSheet[] = [];
  let is1904 = false;
  // without relations the parts are in the order of their numbers
  const numbered = relations.size === 0 ? parts.named(/^xl\/worksheets\/sheet\d+\.xml$/) : [];
  await parts.read(part, {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = isYes(attribute('date1904'));
      if (name !== 'sheet') return;
      if (sheets.length >= MOST_SHEETS) throw new Unread('too_large');
      const relation = relations.get(attribute('id') ?? '');
      const isSheet = relation?.type === 'worksheet';
      sheets.push({
        name: attribute('name') ?? '',
        isHidden: /hidden/i.test(attribute('state') ?? ''),
        part: isSheet ? relation.part : numbered[sheets.length],
      });
    },
  });
  for (const each of numbered.slice(sheets.length)) sheets.push({ name: '', isHidden: false, part: each });
  return { is1904, sheets };
};

/** The cells of one sheet, each at its address; where there is none, behind the one before. */
class CellReader {
  private row = -1;
  private column = -1;
  private cell: Cell | null = null;
  private isValue = false;
  private isFormula = false;
  private readonly rich = new RichText();

  constructor(private readonly found: (cell: Cell, rich: string) => void) {}

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'row') {
      const number = Number(attribute('r'));
      this.row = Number.isInteger(number) && number > 0 ? number - 1 : this.row + 1;
      this.column = -1;
    } else if (name === 'c') {
      const address = addressOf(attribute('r') ?? '');
      if (this.row < 0 && !address) this.row = 0;
      this.row = address?.row ?? this.row;
      this.column = address?.column ?? this.column + 1;
      const style = Number(attribute('s') ?? 0);
      this.cell = { row: this.row, column: this.column, type: attribute('t') ?? 'n', style, value: '', formula: '' };
    } else if (name === 'v') this.isValue = true;
    else if (name === 'f') this.isFormula = true;
    else this.rich.open(name);
  }

  text(piece: string): void {
    if (this.isValue && this.cell) this.cell.value += piece;
    else if (this.isFormula && this.cell) this.cell.formula += piece;
    else this.rich.add(piece);
  }

  close(name: string): void {
    if (name === 'v') this.isValue = false;
    else if (name === 'f') this.isFormula = false;
    else if (name === 'c' && this.cell) {
      this.found(this.cell, this.rich.take());
      this.cell = null;
    } else this.rich.close(name);
  }
}

const ISO = /^\d{4}-\d\d-\d\d/;
const isoDay = (value: string) => {
  const days = Date.parse(`${value.slice(0, 19)}${value.length > 10 ? 'Z' : ''}`) / 86_400_000;
  return ISO.test(value) && Number.isFinite(days) ? days - Date.UTC(1899, 11, 30) / 86_400_000 : null;
};

type Shown = { readonly texts: readonly string[]; readonly codes: readonly string[]; readonly formats: NumberFormats };

/** What a cell shows: of a formula its last value, and the formula itself where no program has computed it. */
const shownBy =
  ({ texts, codes, formats }: Shown, isoFormats: NumberFormats) =>
  ({ type, style, value, formula }: Cell, rich: string): string => {
    const code = codes[style] ?? GENERAL;
    if (value === '' && rich === '') return formula === '' ? '' : `=${formula}`;
    switch (type) {
      case 's':
        return texts[Number(value)] ?? '';
      case 'inlineStr':
        return rich || value;
      case 'b':
        return isYes(value) ? 'TRUE' : 'FALSE';
      case 'd': {
        const day = isoDay(value);
        return day === null ? value : isoFormats.shown(day, code === GENERAL ? 'dd.mm.yyyy' : code);
      }
      case 'n': {
        const number = Number(value);
        return value.trim() === '' || !Number.isFinite(number) ? value : formats.shown(number, code);
      }
      default:
        return value;
    }
  };

/** The sheets of Excel from 2007 on, by their relations and in their order. @throws Unread */
export const openXmlSheets = async (parts: Parts, grid: Grid): Promise<void> => {
  const main = relatedPart(await relationsOf(parts, ''), 'officeDocument') ?? WORKBOOK;
  const relations = await relationsOf(parts, main);
  const { is1904, sheets } = await workbookOf(parts, main, relations);
  const { isForSearch } = grid;
  const shown = shownBy(
    {
      texts: await sharedTexts(parts, relatedPart(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml'),
      codes: await cellFormats(parts, relatedPart(relations, 'styles') ?? 'xl/styles.xml'),
      formats: new NumberFormats({ is1904, isForSearch }),
    },
    new NumberFormats({ isExact: true, isForSearch }),
  );
  for (const { name, isHidden, part } of sheets) {
    if (grid.isFull) return;
    grid.sheet(name, isHidden);
    if (part === undefined) continue;
    const cells = new CellReader((cell, rich) => grid.cell(cell.row, cell.column, shown(cell, rich)));
    const isThere = await parts.read(part, {
      open: (element, attribute) => cells.open(element, attribute),
      text: (piece) => cells.text(piece),
      close: (element) => cells.close(element),
      isDone: () => grid.isFull,
    });
    // a sheet that is named and not there was lost
    if (!isThere) throw new Unread('damaged');
    if (grid.isForSearch) grid.beside(await textsBeside(parts, part));
  }
};
