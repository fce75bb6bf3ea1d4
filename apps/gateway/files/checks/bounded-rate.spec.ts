import { boundedRate } from './bounded-rate';

describe('what reads in the background', () => {
  it('reads no more in a second, however large its parts are', async () => {
    const paced = boundedRate(1_000_000, new AbortController().signal);
    const began = performance.now();
    for (let part = 0; part < 30; part += 1) await paced(10_000);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(250);
  });

  it('does not wait when it is to stop', async () => {
    const stopping = new AbortController();
    const paced = boundedRate(1, stopping.signal);
    setImmediate(() => stopping.abort());
    await expect(paced(1_000_000)).resolves.toBeUndefined();
  });
});
