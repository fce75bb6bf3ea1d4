import type { Page } from '@playwright/test';

const KEY = 'dosar.session';

type Stored = { readonly token: string; readonly expires_at: string };

/** How the console stores whose session it is. */
export const sessionItem = ({ token, expires_at }: Stored) => ({
  name: KEY,
  value: JSON.stringify({ token, expires_at }),
});

export const storedSession = async (page: Page): Promise<Stored> =>
  JSON.parse((await page.evaluate((key) => localStorage.getItem(key), KEY))!) as Stored;

/** Its access token runs out. */
export const expire = async (page: Page): Promise<void> => {
  const { name, value } = sessionItem({ ...(await storedSession(page)), expires_at: new Date(0).toISOString() });
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const);
};
