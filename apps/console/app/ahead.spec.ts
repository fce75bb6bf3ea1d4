/** @jest-environment ./testing/browser.cjs */
import { loadAhead, whenMissing } from './ahead';

describe('a part of the console that is not there any more', () => {
  it('is loaded anew with the whole page where it was needed, and not where it was not yet', async () => {
    let count = 0;
    whenMissing(() => (count += 1));
    const missing = () => {
      dispatchEvent(new Event('vite:preloadError'));
      return Promise.reject(new TypeError('not there'));
    };
    await loadAhead(missing);
    expect(count).toBe(0);
    await expect(missing()).rejects.toThrow('not there');
    expect(count).toBe(1);
  });
});
