import type { Dashboard } from '@dosar/contracts';
import { album, chooseLook, LOOKS } from './looks';
import { ask } from './screens';
import { expect, PEOPLE, signIn, test, type Page } from '../test';

const HOME = /\/api\/dashboard/;

/** The figures with a month that was busy: all documents of the workspace came today. */
const withBusyMonth = (page: Page) =>
  page.route(HOME, async (route) => {
    const reply = (await (await route.fetch()).json()) as Dashboard;
    const uploads_by_day = reply.uploads_by_day.map(({ day }, at) => ({
      day,
      count: at % 7 > 4 ? 0 : Math.round(40 + 38 * Math.sin(at * 1.7)),
    }));
    await route.fulfill({ json: { ...reply, uploads_by_day } });
  });

for (const look of LOOKS)
  test(`every dashboard, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(180_000);
    const { shoot, close } = album('dashboard', look);
    const open = async (email: string) => {
      const { page } = await visit({ viewport: look.size.viewport, expected: /status of 5\d\d/ });
      await chooseLook(page, look);
      await signIn(page, email, portal.password);
      await expect(page.locator('#content h1')).toBeVisible();
      return page;
    };
    const full = async (page: Page, name: string) => {
      await expect(page.locator('#content svg[role=img]')).toBeVisible();
      await shoot(page, name);
      await page.locator('#content section').last().scrollIntoViewIfNeeded();
      await shoot(page, `${name}-below`);
    };

    const accountant = await open(PEOPLE.accountant);
    await full(accountant, 'accountant');
    await withBusyMonth(accountant);
    await accountant.goto('/?assigned_only=true');
    await full(accountant, 'accountant-assigned');
    await accountant.locator('#content summary').click();
    await accountant.locator('#content details').scrollIntoViewIfNeeded();
    await shoot(accountant, 'table');

    const admin = await open(PEOPLE.admin);
    await full(admin, 'admin');
    await admin.route(HOME, () => {});
    await admin.goto('/');
    await expect(admin.locator('[aria-busy]').first()).toBeVisible();
    await shoot(admin, 'waiting');
    await admin.unroute(HOME);
    await admin.route(HOME, (route) => route.fulfill({ status: 500, json: {} }));
    await admin.goto('/');
    await expect(admin.locator('#content h2')).toBeVisible({ timeout: 30_000 });
    await shoot(admin, 'fault');

    const firm = await ask(admin, 'POST', '/api/firms', { name: `Nou ${look.name}`, cui: CUIS[LOOKS.indexOf(look)] });
    const { firm: made } = firm as { firm: { id: string } };
    const email = `nou.${LOOKS.indexOf(look)}@dosar.demo`;
    await ask(admin, 'POST', '/api/users', {
      role: 'accountant',
      name: 'Sorina Nour',
      email,
      password: portal.password,
      firm_id: made.id,
    });
    const beginner = await open(email);
    await expect(beginner.locator('#content h2')).toBeVisible();
    await shoot(beginner, 'empty');
    await beginner.goto('/?assigned_only=true');
    await expect(beginner.locator('#content h2')).toBeVisible();
    await shoot(beginner, 'empty-assigned');
    await close(browser);
  });

const CUIS = ['18547290', '14399840', '1590082', '361757', '427320', '6859662', '13093222', '15832941'];
