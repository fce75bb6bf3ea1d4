import type { Address } from './invoice';
import { COUNTY_NAMES } from './rules/codes';

const COUNTY = /^(?:RO-)?([A-Z]{1,2})$/i;
const SECTOR = /^sector(?:ul)?[\s-]*([1-6])$/i;

/** What a code is called in a language; as it is written where it is none. */
const countryName = (code: string, language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** An address of an invoice in words: counties, sectors and countries by their names, not by their codes. */
export const placeIn = ({ street, more, city, county, country }: Address, language: string): string => {
  const isHere = ['', 'RO'].includes(country.toUpperCase());
  const code = isHere ? COUNTY.exec(county)?.[1]?.toUpperCase() : undefined;
  const countyName = (code && Object.hasOwn(COUNTY_NAMES, code) && COUNTY_NAMES[code]) || county;
  const cityName = isHere ? city.replace(SECTOR, 'Sector $1') : city;
  const parts = [street, ...more, cityName, cityName === countyName ? '' : countyName];
  return [...parts, country && countryName(country.toUpperCase(), language)].filter(Boolean).join(', ');
};
