import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { textOf } from '../texts';
import classes from '../text-view.module.css';
import { csvRows } from './csv';
import { isNumber } from './numbers';

type Props = { readonly bytes: ArrayBuffer; readonly isCut: boolean };

/** So many rows are drawn at once. */
const PAGE = 300;
/** A list of values, as a table with its first row as heads. */
export const TableView = ({ bytes, isCut }: Props) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PAGE);
  const [head = [], ...rows] = useMemo(() => csvRows(textOf(bytes, isCut), isCut), [bytes, isCut]);
  const left = rows.length - shown;
  if (head.length === 0) return <p className={classes.sheet}>{t('preview.nothing')}</p>;
  return (
    <div className={classes.wide}>
      {isCut && <p className={classes.cut}>{t('preview.cut')}</p>}
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column} data-number={isNumber(value) || undefined}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + PAGE)}>
          {t('preview.moreRows', { count: Math.min(PAGE, left) })}
        </Button>
      )}
    </div>
  );
};
