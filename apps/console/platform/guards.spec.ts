import { FEATURES } from '@dosar/contracts';
import { isGuestPath, mustBe, mustOffer, offers, sameSite } from './guards';

const ORIGIN = 'https://dosar.example';

describe('the redirection after signing in', () => {
  it.each([
    ['/files', '/files'],
    ['/files/abc?clientId=1#x', '/files/abc?clientId=1#x'],
    ['/', '/'],
  ])('goes to %s of this site', (target, place) => expect(sameSite(target, ORIGIN)).toBe(place));

  it.each([
    [undefined],
    [''],
    ['https://evil.example/'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['javascript:alert(1)'],
    ['files'],
    ['/login'],
    ['/login?redirect=/files'],
  ])('does not go to %j', (target) => expect(sameSite(target, ORIGIN)).toBeNull());
});

describe('ranks', () => {
  it('let higher ones through and lead lower ones away', () => {
    expect(() => mustBe('accountant', { role: 'admin' })).not.toThrow();
    expect(() => mustBe('accountant', { role: 'accountant' })).not.toThrow();
    expect.assertions(3);
    try {
      mustBe('admin', { role: 'accountant' });
    } catch (led) {
      expect(led).toMatchObject({ options: { to: '/unauthorized' } });
    }
  });
});

describe('what an installation offers', () => {
  it.each(FEATURES)('has no screens of %s where it is left out, and those of all others', (feature) => {
    const person = { features: FEATURES.filter((each) => each !== feature) };
    for (const each of FEATURES) {
      expect(offers(person, each)).toBe(each !== feature);
      const look = () => mustOffer(each, person);
      if (each === feature) expect(look).toThrow(expect.objectContaining({ isNotFound: true }) as Error);
      else expect(look).not.toThrow();
    }
  });
});

describe('what is shown to guests', () => {
  it.each([['/login'], ['/forgot-password'], ['/reset-password'], ['/invitation'], ['/sign-in-link/']])(
    'has %s',
    (path) => expect(isGuestPath(path)).toBe(true),
  );

  it.each([['/'], ['/files'], ['/settings/security'], ['/login/x']])('does not have %s', (path) =>
    expect(isGuestPath(path)).toBe(false),
  );
});
