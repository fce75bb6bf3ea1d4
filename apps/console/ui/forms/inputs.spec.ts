import { changedFields } from './sending';
import { settledPhone, settledRegisterNumber } from './inputs';

describe('a field that was left', () => {
  it.each([
    ['0721 123 456', '0721123456'],
    ['+40 721-123.456', '+40721123456'],
    ['sună mâine', 'sună mâine'],
    ['', ''],
  ])('has the phone %j as %j', (typed, kept) => expect(settledPhone(typed)).toBe(kept));

  it.each([
    ['j40 / 01234 / 2015', 'J40/1234/2015'],
    ['j2024020698007', 'J2024020698007'],
    ['J99/1/2015', 'J99/1/2015'],
  ])('has the number %j of the trade register as %j', (typed, kept) => expect(settledRegisterNumber(typed)).toBe(kept));
});

describe('a change', () => {
  it('has only what is other than before', () => {
    expect(changedFields({ name: 'Ana', phone: '1', quota: 0 }, { name: 'Ana', phone: '', quota: 0 })).toEqual({
      phone: '',
    });
  });
});
