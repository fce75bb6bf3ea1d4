/** @jest-environment ./testing/browser.cjs */
import { speak, speakAlso } from './i18n';
import { complain } from '../platform/faults';
import { problemOf, Unreachable } from '../platform/refusals';
import { toasts } from '../platform/toasts';

/** What is said of an error. */
const sentence = (error: unknown): string | undefined => {
  toasts.shown.set([]);
  complain('Failed to move files', error);
  return toasts.shown.get()[0]?.message;
};

describe('what is said of an answer that is not the portal’s', () => {
  beforeAll(async () => {
    await speakAlso('signedIn', 'en');
    await speak('en');
  });

  it.each([
    [302, /not come from the portal/],
    [400, /could not be read/],
    [401, 'Authentication required'],
    [403, 'Access denied'],
    [404, 'Not found.'],
    [408, /in time \(status 408\)/],
    [413, /too large/],
    [415, /not allowed/],
    [418, 'An error occurred'],
    [429, 'Too many requests. Please try again later.'],
    [500, 'Server error (status 500). Please try again.'],
    [502, /not available right now \(status 502\)/],
    [503, /not available right now/],
    [504, /in time/],
    [507, /quota/],
    [511, /not come from the portal/],
    [520, /Server error \(status 520\)/],
  ])('is told by its status %d', (status, told) => {
    for (const body of [undefined, null, '', [], {}, { error: { code: 7 } }, { error: '<'.repeat(2_000_000) }])
      expect(sentence(problemOf(status, body))).toEqual(
        typeof told === 'string' ? told : (expect.stringMatching(told) as string),
      );
  });

  it('is its error, else its message', () => {
    expect(sentence(problemOf(500, { error: 'The disk is on fire', message: 'x' }))).toBe('The disk is on fire');
    expect(sentence(problemOf(500, { error: ' ', message: 'API rate limit exceeded' }))).toBe(
      'API rate limit exceeded',
    );
    expect(sentence(problemOf(422, { error: 'Too late', code: 'OF_A_NEWER_SERVER', correlation_id: 'c' }))).toBe(
      'Too late',
    );
  });

  it('is a lost line only without an answer, and a defect is none', () => {
    expect(sentence(new Unreachable())).toMatch(/^The server is not responding/);
    expect(sentence(new TypeError('undefined is not a function'))).toBe('An error occurred');
  });

  it('knows when to try again, whatever is said of it', () => {
    const after = (value: string) => problemOf(429, null, (name) => (name === 'retry-after' ? value : null)).retryAfter;
    expect(['12', '0', '99999999', 'soon'].map(after)).toEqual([12, 0, 86_400, null]);
    expect(after(new Date(Date.now() + 30_000).toUTCString())).toBeGreaterThan(27);
    expect(after(new Date(0).toUTCString())).toBe(0);
  });
});
