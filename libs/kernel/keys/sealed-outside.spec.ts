import { keyring } from './keyring';
import { masters } from './masters';
import { memoryVault } from '../memory/vault';
import { sealedOutside } from './sealed-outside';

describe('what is sealed under a data key outside the log', () => {
  const aRing = () => keyring(memoryVault(), masters([Buffer.alloc(32, 7)]));

  it('names the key as envelopes of records do, and is opened in its place alone', async () => {
    const ring = aRing();
    await ring.begin('user:u-1/1');
    const outside = sealedOutside(ring, 'secrets');
    const sealed = (await outside.seal('user:u-1/1', 'factor/u-1/totp', { a: 1 }))!;
    expect(sealed.k).toMatch(/^user:u-1\/1\/[\w-]{22}$/);
    expect(await outside.open('factor/u-1/totp', sealed)).toEqual({ a: 1 });
    await expect(outside.open('factor/u-2/totp', sealed)).rejects.toThrow();
    await expect(sealedOutside(ring, 'uploads').open('factor/u-1/totp', sealed)).rejects.toThrow();
  });

  it('is gone with its key', async () => {
    const ring = aRing();
    await ring.begin('user:u-1/1');
    const outside = sealedOutside(ring, 'secrets');
    const sealed = (await outside.seal('user:u-1/1', 'place', 1))!;
    await ring.destroy('user:u-1/1');
    expect([await outside.open('place', sealed), await outside.seal('user:u-1/1', 'place', 1)]).toEqual([null, null]);
  });
});
