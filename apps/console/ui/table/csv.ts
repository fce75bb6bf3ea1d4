import { PAGE_SIZE } from '@dosar/contracts';

/** Beginnings that spreadsheets take for formulas, also after blanks and, in some languages, in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[;"\r\n]/;

const cell = (text: string): string => {
  const tame = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(tame) ? `"${tame.replace(/"/g, '""')}"` : tame;
};

/** CSV for spreadsheets with Romanian settings: UTF-8 with byte order mark, separated by semicolons. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;

type Page<T> = { readonly rows: readonly T[]; readonly total: number };

/** All pages of a list; a row that moved to the next page meanwhile is included once. */
export const everyPage = async <T extends { readonly id: string }>(
  ask: (page: number) => Promise<Page<T>>,
): Promise<T[]> => {
  const found = new Map<string, T>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await ask(page);
    for (const row of rows) found.set(row.id, row);
    if (rows.length === 0 || page * PAGE_SIZE.max >= total) return [...found.values()];
  }
};
