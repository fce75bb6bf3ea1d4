import { devices, type TestInfo } from '@playwright/test';
import type { Presses } from '../first-day/presses';
import { expect } from '../test';

/** A machine that has other things to do shows no small pictures, and asks for them again. */
const BUSY = { expected: /status of 503/ } as const;
export const DESK = { viewport: { width: 1366, height: 768 }, ...BUSY } as const;
export const PHONE = { ...devices['Pixel 7'], ...BUSY } as const;

/** Of what is done every day nothing takes more. */
export const MOST: Presses = { clicks: 4, keys: Infinity };

export type Measured = Presses & { readonly seconds: number; readonly limit: string };

/** Does a deed, and notes what was pressed and how long it took. What is pressed elsewhere (a chooser, a letter) counts too. */
export const measure = async (
  info: TestInfo,
  { presses, most = {}, elsewhere = 0 }: { presses: () => Presses; most?: Partial<Presses>; elsewhere?: number },
  work: () => Promise<unknown>,
): Promise<void> => {
  const limits = { ...MOST, ...most };
  const before = presses();
  const began = performance.now();
  await work();
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  const now = presses();
  const clicks = now.clicks - before.clicks + elsewhere;
  const keys = now.keys - before.keys;
  const limit = `${limits.clicks} clicks${limits.keys === Infinity ? '' : `, ${limits.keys} keys`}`;
  const measured: Measured = { clicks, keys, seconds, limit };
  info.annotations.push({ type: 'deed', description: JSON.stringify(measured) });
  expect(clicks, 'clicks').toBeLessThanOrEqual(limits.clicks);
  expect(keys, 'keys').toBeLessThanOrEqual(limits.keys);
};
