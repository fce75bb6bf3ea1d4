/** @jest-environment ./testing/browser.cjs */
import { isPassing, MissingPart } from '../platform/refusals';
import { loadAhead, tellOfMissingParts } from './ahead';

describe('a part of the console that cannot be loaded', () => {
  /** As the build does it. */
  const missing = () => {
    const payload = new TypeError('Failed to fetch dynamically imported module: /part.js');
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    return Promise.reject(payload);
  };

  it('is a lost line where it was needed, for which the router does not load the page anew, and nothing where it was not yet', async () => {
    tellOfMissingParts();
    await loadAhead(missing);
    const error: unknown = await missing().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingPart);
    expect(isPassing(error)).toBe(true);
    expect((error as Error).message).not.toMatch(/^Failed to fetch/);
  });
});
