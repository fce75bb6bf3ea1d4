import { readSigned, signed } from './signed';

const key = Buffer.alloc(32, 7);

describe('a signed token', () => {
  const token = signed(key, 'reset', 'ana', 1);

  it('says its words to whoever has the secret', () => {
    expect(readSigned(key, token)).toEqual(['reset', 'ana', '1']);
    expect(readSigned(Buffer.alloc(32, 8), token)).toBeNull();
  });

  it.each([
    ['something behind it', `${token}.x`],
    ['a dot behind it', `${token}.`],
    ['a sign that base64 skips', token.replace('.', '=.')],
    ['another sign behind its words', token.replace('.', '!.')],
    ['no signature', token.split('.')[0]!],
    ['nothing', ''],
    ['more bytes than it seems', `${'ș'.repeat(token.length)}`],
  ])('is none with %s', (_, other) => expect(readSigned(key, other)).toBeNull());
});
