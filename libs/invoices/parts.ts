import { hundredthsOf } from './decimal';
import { TOTALS, type Invoice, type Party, type Total } from './invoice';

/** What UBL and CII say alike of a party. */
export type Named = Pick<Party, 'legalName' | 'tradeName' | 'vatId' | 'taxId' | 'legalId' | 'ids' | 'address'>;

const TAX_NUMBER = /^(?:[A-Z]{2})? ?\d[\d .-]+$/i;

/** A party, with the number that tax offices know: the legal one may be that of the trade register. */
export const partyFrom = (named: Named): Party => {
  const { legalName, tradeName, vatId, taxId, legalId, ids } = named;
  const numbers = [vatId, taxId, legalId, ...ids].filter((each) => each !== '');
  return {
    ...named,
    name: legalName || tradeName,
    cui: numbers.find((each) => TAX_NUMBER.test(each)) ?? numbers[0] ?? '',
  };
};

/** Sums as they are written, and in hundredths. */
export const sumsFrom = (
  textOf: (total: Total) => string,
  vat: string,
  vatAccounted: string,
): Pick<Invoice, 'totals' | 'vat' | 'written'> => {
  const written = Object.fromEntries(TOTALS.map((name) => [name, textOf(name)])) as Record<Total, string>;
  const totals = Object.fromEntries(TOTALS.map((name) => [name, hundredthsOf(written[name])])) as Invoice['totals'];
  return { totals, vat: hundredthsOf(vat), written: { ...written, vat, vatAccounted } };
};
