import { Day, FIELD_LIMITS, type DocumentFields } from '@dosar/contracts';
import { calendarDayOf } from '../../../platform/format';

/** What is typed into the form, by field. */
export type FieldTexts = Readonly<Record<keyof DocumentFields, string>>;

const parts = (text: string, isMonthFirst: boolean): readonly (string | undefined)[] => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return [iso[1], iso[2], iso[3]];
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  return isMonthFirst && text.includes('/') ? [year, first, second] : [year, second, first];
};

/** A typed day as YYYY-MM-DD; '' of nothing, null of what is no day. */
export const dayIn = (text: string, dateFormat: string): string | null => {
  if (text.trim() === '') return '';
  const [year, month, day] = parts(text.trim(), dateFormat.startsWith('MM'));
  return Day.safeParse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`).data ?? null;
};

const THOUSANDS = /^-?\d{1,3}(\.\d{3})+$/;

/** A typed sum, as it is written here or by programs: 1.190,50 and 1190.50; '' of nothing, null of what is none. */
export const sumIn = (text: string): number | '' | null => {
  const typed = text.replace(/\s|lei$/gi, '');
  if (typed === '') return '';
  const isComma = typed.lastIndexOf(',') > typed.lastIndexOf('.');
  const plain =
    isComma || THOUSANDS.test(typed) ? typed.replaceAll('.', '').replace(',', '.') : typed.replaceAll(',', '');
  const isSum = /^-?\d{1,12}(\.\d{1,2})?$/.test(plain) && Math.abs(Number(plain)) < FIELD_LIMITS.sum;
  return isSum ? Number(plain) : null;
};

const sumText = (sum: number | null): string => (sum === null ? '' : sum.toFixed(2).replace('.', ','));

/** What the form begins with. */
export const textsOf = (fields: DocumentFields): FieldTexts => {
  const { number, issuer, issuer_cui, buyer_cui, date, sum, net, vat, currency, due } = fields;
  return {
    number: number ?? '',
    issuer: issuer ?? '',
    issuer_cui: issuer_cui ?? '',
    buyer_cui: buyer_cui ?? '',
    date: date === null ? '' : calendarDayOf(date),
    sum: sumText(sum),
    net: sumText(net),
    vat: sumText(vat),
    currency: currency === 'RON' ? 'lei' : (currency ?? ''),
    due: due === null ? '' : calendarDayOf(due),
  };
};
