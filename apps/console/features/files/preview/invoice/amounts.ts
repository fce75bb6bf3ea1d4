import type { Language } from '@dosar/contracts';
import { decimalOf } from '@dosar/invoices/decimal';

/** How the numbers of an invoice are written here; texts that are none stay as they are, and nothing is a dash. */
export type Amounts = {
  readonly money: (text: string) => string;
  readonly count: (text: string) => string;
};

/** More places than money has are shown as they are written. */
const MOST_PLACES = 20;

export const amountsIn = (language: Language): Amounts => {
  const format = (least: number) => {
    const written = new Intl.NumberFormat(language === 'ro' ? 'ro-RO' : 'en-GB', {
      minimumFractionDigits: least,
      maximumFractionDigits: MOST_PLACES,
      useGrouping: 'always',
    });
    return (text: string): string => {
      if (text === '') return '–';
      // exactly: as a number it would lose its last places
      return decimalOf(text) ? written.format(text as Intl.StringNumericLiteral) : text;
    };
  };
  return { money: format(2), count: format(0) };
};
