import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { hmacSha256 } from './hmac';

describe('an HMAC', () => {
  it('is the one of Node.js, whatever key and text are', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }).map((key) => Buffer.from(key)),
        fc.string({ unit: 'binary', maxLength: 1_500 }),
        (key, text) => {
          const expected = createHmac('sha256', key).update(text).digest();
          expect(hmacSha256(key, text, 'base64url')).toBe(expected.toString('base64url'));
          expect(hmacSha256(key, text, 'binary')).toBe(expected.toString('binary'));
        },
      ),
      { numRuns: 500 },
    ));
});
