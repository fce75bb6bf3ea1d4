import { Fragment, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { piecesOf, soughtIn, useSought } from '../sought';
import { textOf } from '../texts';
import text from '../text-view.module.css';
import { isNumber } from './numbers';
import { columnsOf, lettersOf, sheetsOf, type Sheet } from './sheets';
import classes from './sheets-view.module.css';

type Props = { readonly bytes: ArrayBuffer; readonly isCut: boolean };

/** So many rows are drawn at once. */
const PAGE = 300;

type Found = { readonly row: number; readonly words: number };

/** The first row with the most of the sought words. */
const foundIn = ({ rows }: Sheet, sought: readonly string[]): Found => {
  let best: Found = { row: -1, words: 0 };
  if (sought.length === 0) return best;
  for (const [row, { cells }] of rows.entries()) {
    const inRow = soughtIn(cells.map((cell) => cell.text).join(' '));
    const words = sought.filter((word) => inRow.includes(word)).length;
    if (words > best.words) best = { row, words };
    if (words === sought.length) break;
  }
  return best;
};

/** The sheet by which the document was found; else the first that is not hidden. */
const firstOf = (sheets: readonly Sheet[], sought: readonly string[]): number => {
  const words = sheets.map((sheet) => foundIn(sheet, sought).words);
  const most = Math.max(0, ...words);
  const first = most > 0 ? words.indexOf(most) : sheets.findIndex(({ isHidden }) => !isHidden);
  return Math.max(0, first);
};

/** A workbook: its sheets, and of one of them the values at their addresses. */
export const SheetsView = ({ bytes, isCut }: Props) => {
  const { t } = useTranslation();
  const sought = useSought();
  const read = useMemo(() => sheetsOf(textOf(bytes, isCut)), [bytes, isCut]);
  const [chosen, setChosen] = useState<number | null>(null);
  const first = useMemo(() => firstOf(read.sheets, sought), [read, sought]);
  const at = chosen ?? first;
  const sheet = read.sheets[at];
  if (!sheet) return <p className={text.sheet}>{t('preview.nothing')}</p>;
  return (
    <div className={text.wide}>
      {(isCut || read.isCut) && <p className={text.cut}>{t('preview.cut')}</p>}
      <nav className={classes.sheets} aria-label={t('preview.sheets')}>
        {read.sheets.map(({ name, isHidden }, index) => (
          <Button
            key={index}
            size="compact-sm"
            variant={index === at ? 'filled' : 'default'}
            aria-pressed={index === at}
            onClick={() => setChosen(index)}
          >
            {isHidden ? t('preview.hiddenSheet', { name }) : name}
          </Button>
        ))}
      </nav>
      <SheetTable key={at} sheet={sheet} sought={sought} />
    </div>
  );
};

const SheetTable = ({ sheet, sought }: { readonly sheet: Sheet; readonly sought: readonly string[] }) => {
  const { t } = useTranslation();
  const { rows } = sheet;
  const found = useMemo(() => foundIn(sheet, sought).row, [sheet, sought]);
  const [shown, setShown] = useState(() => Math.max(PAGE, found + PAGE / 2));
  const { columns, isCut } = useMemo(() => columnsOf(rows), [rows]);
  const frame = useRef<HTMLTableElement>(null);
  useEffect(() => frame.current?.tBodies[0]?.rows[found]?.scrollIntoView({ block: 'center' }), [found]);
  const left = rows.length - shown;
  if (rows.length === 0) return <p className={text.cut}>{t('preview.emptySheet')}</p>;
  return (
    <>
      {isCut && <p className={text.cut}>{t('preview.moreColumns')}</p>}
      <table ref={frame} className={classes.table}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {lettersOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <SheetRow key={row.at} row={row} columns={columns} sought={sought} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + PAGE)}>
          {t('preview.moreRows', { count: Math.min(PAGE, left) })}
        </Button>
      )}
    </>
  );
};

type RowProps = {
  readonly row: Sheet['rows'][number];
  readonly columns: readonly number[];
  readonly sought: readonly string[];
};

/** A text alone in its row is a title: it runs over the empty cells that follow, so no column is as wide as it. */
const titleIn = (cells: Sheet['rows'][number]['cells']): number | null => {
  const [first, second] = cells;
  return first && !second && !isNumber(first.text) ? first.column : null;
};

const SheetRow = memo(({ row: { at, cells }, columns, sought }: RowProps) => {
  const values = new Map(cells.map((cell) => [cell.column, cell.text]));
  const title = titleIn(cells);
  return (
    <tr>
      <th scope="row">{at + 1}</th>
      {columns.map((column, index) => {
        if (title !== null && column > title) return null;
        const value = values.get(column);
        if (value === undefined) return <td key={column} />;
        return (
          <td
            key={column}
            data-number={isNumber(value) || undefined}
            colSpan={title === null ? undefined : columns.length - index}
          >
            {piecesOf(value, sought).map(({ text: piece, hit }, part) =>
              hit ? <mark key={part}>{piece}</mark> : <Fragment key={part}>{piece}</Fragment>,
            )}
          </td>
        );
      })}
    </tr>
  );
});
