import { addLocale, format, getFormatDateInfo } from 'numfmt';

export const GENERAL = 'General';
/** Excel accepts no longer format. */
const MOST_CODE = 255;
const MOST_FORMATS = 5_000;
const LOCALE = 'ro';

/** Months or days of the week; abbreviations have no dots of their own, since formats put them. */
const namesOf = (options: Intl.DateTimeFormatOptions, days: readonly number[]) => {
  const names = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' });
  return days.map((day) => names.format(Date.UTC(2026, 0, day)).replace('.', ''));
};
const MONTHS = Array.from({ length: 12 }, (_, month) => month * 30.5 + 5);
/** From Sunday on. */
const WEEK = [4, 5, 6, 7, 8, 9, 10];

addLocale(
  {
    group: '.',
    decimal: ',',
    mmm: namesOf({ month: 'short' }, MONTHS),
    mmmm: namesOf({ month: 'long' }, MONTHS),
    ddd: namesOf({ weekday: 'short' }, WEEK),
    dddd: namesOf({ weekday: 'long' }, WEEK),
    ampm: ['AM', 'PM'],
  },
  LOCALE,
);

/** The formats that a workbook does not spell out; of those that differ by country, the Romanian ones. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: GENERAL,
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd.mm.yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd.mm.yyyy h:mm',
  27: 'dd.mm.yyyy',
  28: 'dd.mm.yyyy',
  29: 'dd.mm.yyyy',
  30: 'dd.mm.yyyy',
  31: 'dd.mm.yyyy',
  36: 'dd.mm.yyyy',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0;-#,##0',
  42: '#,##0 "lei";-#,##0 "lei"',
  43: '#,##0.00;-#,##0.00',
  44: '#,##0.00 "lei";-#,##0.00 "lei"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'dd.mm.yyyy',
  57: 'dd.mm.yyyy',
};

export const builtIn = (id: number): string => BUILT_IN[id] ?? GENERAL;

type Dates = {
  /** Days are counted from 1904. */
  readonly is1904?: boolean;
  /** Days before March 1900 are what they were, and not what Lotus 1-2-3 took them for. */
  readonly isExact?: boolean;
  /** Together with the day in numbers, when it is shown otherwise. */
  readonly isForSearch?: boolean;
};

type Form = {
  readonly code: string;
  /** A day, a month, or a year. */
  readonly isOfDays: boolean;
  /** Day, month and year in numbers, which are shown in one order whatever the file's. */
  readonly isWhole: boolean;
  readonly time: '' | 'minutes' | 'seconds';
  readonly isOfTime: boolean;
};

const DAY_S = 24 * 60 * 60;
const FIRST = Date.UTC(1899, 11, 30);
const FROM_1904 = 1_462;
const LAST = 2_958_466;
/** From this day on, all programs count the same. */
const AGREED = 61;

/** The number as it is, with as many digits as a binary fraction has. */
export const general = (value: number): string => {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value);
  const [digits = '', power = '0'] = Number(value.toPrecision(15)).toExponential().split('e');
  const exponent = Number(power);
  if (value !== 0 && (size >= 1e16 || size < 1e-10))
    return `${digits.replace('.', ',')}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
  if (exponent > -7) return String(Number(value.toPrecision(15))).replace('.', ',');
  const sign = value < 0 ? '-' : '';
  return `${sign}0,${'0'.repeat(-exponent - 1)}${digits.replace(/[-.]/g, '')}`;
};

type Piece = { readonly text: string; readonly kind: 'letter' | 'bracket' | 'literal' };

/** A format letter by letter, with what is in brackets, and what is written literally. */
const piecesOf = (code: string): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (let at = 0; at < code.length;) {
    const letter = code[at]!;
    const ending = letter === '"' ? '"' : letter === '[' ? ']' : null;
    const end = ending === null ? -1 : code.indexOf(ending, at + 1);
    const isPair = letter === '\\' || letter === '_' || letter === '*';
    const length = ending === null ? (isPair ? 2 : 1) : (end < 0 ? code.length : end + 1) - at;
    const kind = letter === '[' ? 'bracket' : letter === '"' || isPair ? 'literal' : 'letter';
    pieces.push({ text: code.slice(at, at + length), kind });
    at += length;
  }
  return pieces;
};

const ELAPSED = /^\[(?:h+|m+|s+)\]$/i;
/** A format without what is written literally. */
const bare = (code: string) =>
  piecesOf(code)
    .filter(({ text, kind }) => kind === 'letter' || ELAPSED.test(text))
    .map(({ text }) => text)
    .join('');

const formOf = (code: string): Form => {
  const letters = bare(code).split(';')[0]!.toLowerCase();
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(code);
  const isOfDays = year || month || day;
  const isOfTime = hours || minutes || seconds || /\[[hms]+\]/.test(letters);
  return {
    code: isOfDays || isOfTime ? ofDates(code) : ofNumbers(code),
    isOfDays,
    isWhole: year && month && day && !/m{3}|d{3}|\[/.test(letters),
    time: seconds ? 'seconds' : hours || minutes ? 'minutes' : '',
    isOfTime,
  };
};

/** The separators are those of the country, also where the format names the country of a currency. */
const ofNumbers = (code: string) =>
  piecesOf(code)
    .map(({ text, kind }) =>
      kind === 'bracket' && text.startsWith('[$') ? `[$${text.slice(2, -1).split('-')[0] ?? ''}]` : text,
    )
    .join('');

/** A slash stands for the separator of dates of the country, except in AM/PM. */
const ofDates = (code: string) =>
  piecesOf(code)
    .map(({ text, kind }, at, all) =>
      kind === 'letter' && text === '/' && all[at + 1]?.text.toLowerCase() !== 'p' ? '.' : text,
    )
    .join('');

/** The numbers of a workbook as their formats show them. */
export class NumberFormats {
  private readonly known = new Map<string, Form | null>();

  constructor(private readonly dates: Dates = {}) {}

  shown(value: number, code: string): string {
    const form = this.formOf(code);
    if (!form) return general(value);
    try {
      return form.isOfDays || form.isOfTime ? this.ofTime(value, form) : ofNumber(value, form.code);
    } catch {
      return general(value);
    }
  }

  private formOf(code: string): Form | null {
    if (code === '' || code === '@' || code.length > MOST_CODE || code.toLowerCase() === 'general') return null;
    const known = this.known.get(code);
    if (known !== undefined || this.known.size >= MOST_FORMATS) return known ?? null;
    let form: Form | null = null;
    try {
      form = formOf(code);
    } catch {
      // a format that no program reads counts as none
    }
    this.known.set(code, form);
    return form;
  }

  private ofTime(value: number, form: Form): string {
    const { is1904 = false, isForSearch = false } = this.dates;
    const number = form.isOfDays && is1904 ? value + FROM_1904 : value;
    if (form.isOfDays && !(number >= 0 && number < LAST)) return general(value);
    if (form.isWhole) return this.day(number, form.time);
    const shown = format(form.code, number, { locale: LOCALE }).trim();
    return form.isOfDays && isForSearch ? `${shown} ${this.day(number, '')}` : shown;
  }

  /** `23.11.2026 14:05` */
  private day(number: number, time: Form['time']): string {
    const isOff = number >= 1 && number < AGREED && this.dates.isExact !== true && this.dates.is1904 !== true;
    const seconds = Math.round((isOff ? number + 1 : number) * DAY_S);
    const iso = new Date(FIRST + seconds * 1_000).toISOString();
    const day = `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;
    if (time === '') return day;
    return `${day} ${iso.slice(11, time === 'seconds' ? 19 : 16)}`;
  }
}

/** Rounded as decimal numbers are: 1.005 is 1.01. */
const ofNumber = (value: number, code: string): string =>
  format(code, Number.isInteger(value) ? value : value * (1 + Number.EPSILON), { locale: LOCALE }).trim();
