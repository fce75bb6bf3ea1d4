import { hasCuiCheckDigit } from '@dosar/contracts';
import type { Invoice, Party } from './invoice';

/** Whom a number stands for: each is checked otherwise, and that of another country not at all. */
export type Who = 'company' | 'person' | 'unnamed' | 'foreign' | 'unknown';

const CNP_KEY = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];

/** Whether the last digit of a personal number is the one that its others give. */
export const hasCnpCheckDigit = (cnp: string): boolean => {
  if (!/^[1-9]\d{12}$/.test(cnp)) return false;
  const sum = CNP_KEY.reduce((total, weight, at) => total + weight * Number(cnp[at]), 0);
  const rest = sum % 11;
  return (rest === 10 ? 1 : rest) === Number(cnp.at(-1));
};

/** Without RO and what groups the digits. */
export const digitsOf = (cui: string): string => cui.replace(/^\s*RO/i, '').replace(/[\s.-]/g, '');

export const countryOf = ({ address }: Party): string => address?.country.toUpperCase() ?? '';

export const whoIs = (party: Party): Who => {
  const country = countryOf(party);
  const isForeign = country !== '' && country !== 'RO';
  if (party.cui === '') return isForeign ? 'foreign' : 'unknown';
  const digits = digitsOf(party.cui);
  // a person who gives no number is thirteen zeros (OUG 138/2024)
  if (/^0{13}$/.test(digits)) return 'unnamed';
  if (/^\s*RO/i.test(party.cui)) return 'company';
  if (isForeign || /^[A-Z]{2}/i.test(digits)) return 'foreign';
  return digits.length === 13 ? 'person' : 'company';
};

/** Whether its number can be one; null where only others know. */
export const hasRightNumber = (party: Party): boolean | null => {
  const digits = digitsOf(party.cui);
  switch (whoIs(party)) {
    case 'unnamed':
      return true;
    case 'person':
      return hasCnpCheckDigit(digits);
    case 'company':
      return hasCuiCheckDigit(digits);
    case 'foreign':
    case 'unknown':
      return null;
  }
};

/** Whether the national rules are about it: they are for what a supplier here issues, or who says that they are kept. */
export const isNational = ({ customization, supplier }: Invoice): boolean =>
  customization.includes('efactura.mfinante.ro:CIUS-RO') || ['', 'RO'].includes(countryOf(supplier));
