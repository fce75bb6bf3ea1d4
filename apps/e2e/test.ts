import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { Portal } from './portal';
import { sessionItem } from './session';

export { expect, type Page };

export const PEOPLE = {
  admin: 'admin@dosar.demo',
  accountant: 'elena@contabexpert.demo',
  otherAccountant: 'raluca@cifraexacta.demo',
  client: 'ana@brutaria.demo',
  otherClient: 'serban@libraria.demo',
} as const;

/** Somebody at a browser of their own. */
export type Visitor = {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: string[];
};

type Options = BrowserContextOptions & {
  /** Complaints that belong to the journey: a refused request is always one. */
  readonly expected?: RegExp;
};

type Fixtures = {
  /** Opens a browser window that nobody has used before; what it complains about fails the journey. */
  readonly visit: (options?: Options) => Promise<Visitor>;
  /** The same, signed in. */
  readonly as: (email: string, options?: Options) => Promise<Page>;
};

export const test = base.extend<Fixtures, { portal: Portal }>({
  portal: [
    // eslint-disable-next-line no-empty-pattern -- the way fixtures say that they need none
    async ({}, use) => {
      const portal = new Portal();
      await portal.start();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, portal, contextOptions }, use) => {
    const visitors: (Visitor & { readonly expected: RegExp | undefined })[] = [];
    await use(async ({ expected, ...options } = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: portal.address, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      visitors.push({ page, complaints, expected });
      return { page, complaints };
    });
    for (const { page, complaints, expected } of visitors) {
      await page.context().close();
      expect(complaints.filter((text) => !expected?.test(text))).toEqual([]);
    }
  },
  as: async ({ visit, portal }, use) => {
    await use(async (email, options) => {
      const { page } = await visit({ baseURL: portal.addressFor(email), ...options });
      await signedIn(page, email, portal);
      await page.goto('/');
      await expect(page).not.toHaveURL(/\/login/);
      return page;
    });
  },
});

export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('form button[type=submit]').click();
};

/** As if somebody had signed in with this browser before: the form itself is used in the journeys of the account. */
const signedIn = async (page: Page, email: string, portal: Portal): Promise<void> => {
  const context = page.context();
  const address = portal.addressFor(email);
  const { password } = portal;
  const answer = await context.request.post(`${address}/api/auth/login`, { data: { email, password } });
  expect(answer.status()).toBe(200);
  const localStorage = [sessionItem((await answer.json()) as { token: string; expires_at: string })];
  const { cookies } = await context.storageState();
  await context.setStorageState({ cookies, origins: [{ origin: address, localStorage }] });
};

/** What fades in or slides has come to rest; what turns for ever does not count. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** Nobody is kept out by how this screen is made. */
export const expectForEverybody = async (
  page: Page,
  assert: typeof expect.soft = expect,
  except: string[] = [],
): Promise<void> => {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).disableRules(except).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert(
    grave.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    ),
  ).toEqual([]);
};
