import type { Page } from '../test';

/** Counts what is really pressed in a page, by a mouse or a finger, on each address that it goes to from now on. */
export const pressesIn = async (page: Page): Promise<() => number> => {
  let presses = 0;
  await page.exposeFunction('dosarPressed', () => void (presses += 1));
  await page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      ({ isTrusted }) => isTrusted && (window as unknown as { dosarPressed(): void }).dosarPressed(),
      { capture: true },
    ),
  );
  return () => presses;
};
