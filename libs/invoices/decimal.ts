/** A number as it is written, exactly: so many units of the last place. */
export type Decimal = { readonly units: bigint; readonly places: number };

/** As XML Schema has it (`xs:decimal`): a sign, and a point with digits on one side of it at least. */
const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** No sum of money has more, and powers of a longer one take long. */
const MOST_LETTERS = 500;

export const ZERO: Decimal = { units: 0n, places: 0 };

/** null for a text that is no number. */
export const decimalOf = (text: string): Decimal | null => {
  const [, sign = '', whole = '', rest = ''] = (text.length <= MOST_LETTERS && WRITTEN.exec(text)) || [];
  if (whole === '' && rest === '') return null;
  const units = BigInt(whole + rest);
  return { units: sign === '-' ? -units : units, places: rest.length };
};

const scaled = ({ units, places }: Decimal, to: number): bigint => units * 10n ** BigInt(to - places);

const inOne = (a: Decimal, b: Decimal, of: (a: bigint, b: bigint) => bigint): Decimal => {
  const places = Math.max(a.places, b.places);
  return { units: of(scaled(a, places), scaled(b, places)), places };
};

export const plus = (a: Decimal, b: Decimal): Decimal => inOne(a, b, (x, y) => x + y);
export const minus = (a: Decimal, b: Decimal): Decimal => inOne(a, b, (x, y) => x - y);
export const times = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  places: a.places + b.places,
});
export const absolute = ({ units, places }: Decimal): Decimal => ({ units: units < 0n ? -units : units, places });
export const isLess = (a: Decimal, b: Decimal): boolean => minus(a, b).units < 0n;
export const isZero = ({ units }: Decimal): boolean => units === 0n;

const floored = (a: bigint, by: bigint): bigint => (a % by !== 0n && a < 0n !== by < 0n ? a / by - 1n : a / by);

/** To so many places; a half goes up, as in the formulas of the rules (XPath `round`). */
export const rounded = (number: Decimal, places: number): Decimal => {
  if (number.places <= places) return { units: scaled(number, places), places };
  const by = 10n ** BigInt(number.places - places);
  return { units: floored(number.units + by / 2n, by), places };
};

/** To twenty places more than the two have; null by zero. */
export const quotient = (a: Decimal, by: Decimal): Decimal | null => {
  if (isZero(by)) return null;
  const places = Math.max(a.places, by.places) + 20;
  return { units: floored(scaled(a, places + by.places), by.units), places };
};

/** Of numbers that are all known. */
export const sumOf = (numbers: readonly (Decimal | null)[]): Decimal | null =>
  numbers.reduce((all, each) => all && each && plus(all, each), ZERO as Decimal | null);

/** With two places at least, as amounts are written. */
export const textOfDecimal = (number: Decimal): string => {
  const { units, places } = number.places < 2 ? rounded(number, 2) : number;
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const tail = digits.slice(digits.length - places);
  const kept = tail.slice(0, 2) + tail.slice(2).replace(/(?<!0)0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}.${kept}`;
};

/** null for a text that is no number, and for one that no computer counts exactly. */
export const hundredthsOf = (text: string): number | null => {
  const number = decimalOf(text);
  const hundredths = number && Number(rounded(number, 2).units);
  return hundredths !== null && Number.isSafeInteger(hundredths) ? hundredths : null;
};
