import { album, chooseLook, LOOKS } from './looks';
import { ask, rows } from './screens';
import { expect, PEOPLE, signIn, test } from '../test';

for (const look of LOOKS)
  test(`notifications, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(180_000);
    const { shoot, close } = album('notifications', look);
    const ana = (await visit()).page;
    await ana.goto('/login');
    await signIn(ana, PEOPLE.client, portal.password);
    await expect(rows(ana).first()).toBeVisible();
    const { page } = await visit({ viewport: look.size.viewport, expected: /Failed to load resource/ });
    await chooseLook(page, look);
    await signIn(page, PEOPLE.accountant, portal.password);
    await expect(page.locator('#content h1')).toBeVisible();
    const { conversations } = (await ask(ana, 'GET', '/api/conversations')) as { conversations: { id: string }[] };
    const talk = `/api/conversations/${conversations[0]!.id}/messages`;
    await ask(page, 'PATCH', '/api/notifications/read-all');
    await ask(page, 'POST', talk, { text: 'Bună ziua, ne trimiteți facturile?' });
    await ask(ana, 'POST', talk, { text: 'Am încărcat facturile pe septembrie; mai lipsesc două bonuri de benzină.' });
    await expect(page.locator('[data-type=info]').first()).toBeVisible();
    await shoot(page, 'toast');
    await page.locator('button:has(.lucide-bell):visible').click();
    await expect(page.getByRole('dialog').locator('li').first()).toBeVisible();
    await shoot(page, 'panel');
    await page.keyboard.press('Escape');
    await page.goto('/notifications');
    await expect(page.locator('#content li').first()).toBeVisible();
    await shoot(page, 'page');
    await page.goto('/settings/notifications');
    await page.locator('input[type=checkbox]').last().check();
    await expect(page.locator('input[type=time]').first()).toBeVisible();
    await page.waitForTimeout(5_500);
    await shoot(page, 'settings');
    await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/notifications');
    await expect(page.locator('#content h2')).toBeVisible();
    await shoot(page, 'failed');
    await page.unroute('**/api/notifications?*');
    await page.route('**/api/notifications?*', (route) =>
      route.fulfill({ json: { notifications: [], unread_count: 0, has_more: false, page: 1, pageSize: 20, total: 0 } }),
    );
    await page.goto('/notifications');
    await expect(page.locator('#content h2')).toBeVisible();
    await shoot(page, 'none');
    await close(browser);
  });
