import type { Address } from './invoice';
import { placeIn } from './places';
import { COUNTIES, COUNTY_NAMES } from './rules/codes';

const NOWHERE: Address = { street: '', more: [], city: '', zip: '', county: '', country: 'RO' };

describe('an address of an invoice in words', () => {
  it.each<[Partial<Address>, string]>([
    [{ street: 'Str. Lungă 7', city: 'SECTOR3', county: 'RO-B' }, 'Str. Lungă 7, Sector 3, București, România'],
    [{ city: 'Sectorul 5', county: 'B' }, 'Sector 5, București, România'],
    [{ city: 'Turda', county: 'RO-CJ' }, 'Turda, Cluj, România'],
    [{ city: 'Turda', county: 'cj', country: '' }, 'Turda, Cluj'],
    [{ city: 'Turda', county: 'Cluj' }, 'Turda, Cluj, România'],
    [{ city: 'București', county: 'RO-B' }, 'București, România'],
    [{ city: 'Iași', more: ['Etaj 2'], county: 'RO-IS' }, 'Etaj 2, Iași, România'],
    [{ city: 'Wien', county: 'B', country: 'AT' }, 'Wien, B, Austria'],
    [{ county: 'RO-XX' }, 'RO-XX, România'],
    [{ county: 'constructor', country: 'no country' }, 'constructor, NO COUNTRY'],
  ])('%j is %s', (address, text) => expect(placeIn({ ...NOWHERE, ...address }, 'ro')).toBe(text));

  it('names the country in the language of whoever reads', () =>
    expect(placeIn({ ...NOWHERE, city: 'Berlin', country: 'DE' }, 'en')).toBe('Berlin, Germany'));

  it('knows each county, as it is written with comma below', () => {
    expect(COUNTIES.size).toBe(42);
    expect(Object.values(COUNTY_NAMES).join()).not.toMatch(/[şţŞŢ]/);
    for (const code of COUNTIES)
      expect(placeIn({ ...NOWHERE, county: code }, 'ro')).toBe(`${COUNTY_NAMES[code.slice(3)]}, România`);
  });
});
