import type { Parts } from './parts';

/** The built-in date formats of sheets. */
const BUILT_IN: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 57]);
const unquoted = (code: string): string =>
  code
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join('')
    .replace(/\[[^[\]]*\]/g, '');
/** A custom format is for dates when it has a year or a day outside quotes. */
const isOfDays = (code: string): boolean => /[dy]/i.test(unquoted(code));

/** The styles of cells whose numbers are dates. */
export const dateStyles = async (parts: Parts): Promise<ReadonlySet<number>> => {
  const formats = new Set(BUILT_IN);
  const styles = new Set<number>();
  let isCells = false;
  let count = 0;
  await parts.read('xl/styles.xml', {
    open: (name, attribute) => {
      if (name === 'numFmt' && isOfDays(attribute('formatCode') ?? '')) formats.add(Number(attribute('numFmtId')));
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      if (formats.has(Number(attribute('numFmtId') ?? 0))) styles.add(count);
      count += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** The date of number 0, valid from March 1900 on. */
const FIRST = Date.UTC(1899, 11, 30);
const LAST = 2_958_465;

/** `23.11.2026`; a number that is no date stays as it is. */
export const shownDate = (days: number): string => {
  if (!(days >= 61 && days <= LAST)) return String(days);
  const [year, month, day] = new Date(FIRST + Math.floor(days) * DAY_MS).toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
};
