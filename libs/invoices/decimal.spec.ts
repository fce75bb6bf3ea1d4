import fc from 'fast-check';
import { absolute, decimalOf, hundredthsOf, isLess, minus, plus, quotient, textOfDecimal, times } from './decimal';

describe('a decimal', () => {
  it.each([
    ['1', '1.00'],
    ['+1.5', '1.50'],
    ['-.5', '-0.50'],
    ['2.', '2.00'],
    ['0.123456789012345678901234567890', '0.12345678901234567890123456789'],
    ['1000.000', '1000.00'],
  ])('%s is written %s', (text, written) => expect(textOfDecimal(decimalOf(text)!)).toBe(written));

  it.each(['', '.', '-', '1,5', '1 000', '1e3', '0x1', '--1', '1.2.3', 'NaN', '9'.repeat(501)])('is not %p', (text) =>
    expect(decimalOf(text)).toBeNull(),
  );

  it.each([
    ['0.005', 1],
    ['-0.005', 0],
    ['2.675', 268],
    ['1.004', 100],
  ])('%s is %d hundredths: a half goes up', (text, hundredths) => expect(Number(hundredthsOf(text))).toBe(hundredths));

  it('that no computer counts exactly has no hundredths', () => expect(hundredthsOf('9'.repeat(20))).toBeNull());

  it('is counted as whole numbers are', () => {
    const amount = fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), places: fc.nat(30) });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(minus(plus(a, b), b).units * 10n ** BigInt(a.places)).toBe(
          a.units * 10n ** BigInt(Math.max(a.places, b.places)),
        );
        const ratio = quotient(a, b);
        const most = times(absolute(b), decimalOf('0.0000000000000000001')!);
        if (ratio) expect(isLess(most, absolute(minus(times(ratio, b), a)))).toBe(false);
      }),
    );
  });
});
