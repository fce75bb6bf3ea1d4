import type { Page } from '../test';

export type Presses = { readonly clicks: number; readonly keys: number };

/** Counts what is really pressed in a page, by a mouse, a finger or a key, on each address that it goes to from now on. */
export const pressesIn = async (page: Page): Promise<() => Presses> => {
  const presses = { clicks: 0, keys: 0 };
  await page.exposeFunction('dosarPressed', (what: keyof Presses) => void (presses[what] += 1));
  await page.addInitScript(() => {
    const { dosarPressed } = window as unknown as { readonly dosarPressed: (what: string) => void };
    const count = (event: string, what: string) =>
      addEventListener(event, ({ isTrusted }) => isTrusted && dosarPressed(what), { capture: true });
    count('pointerdown', 'clicks');
    count('keydown', 'keys');
  });
  return () => ({ ...presses });
};
