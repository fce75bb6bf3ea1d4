import { type Page } from '@playwright/test';
import { entries } from '../lists';
import { album, chooseLook, LOOKS } from './looks';
import { expect, PEOPLE, signIn, test } from '../test';

const LISTS = ['users', 'firms', 'clients'] as const;

for (const look of LOOKS)
  test(`every screen of the administration, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(180_000);
    const { page } = await visit({ viewport: look.size.viewport, expected: /status of 4\d\d/ });
    const { shoot, close } = album('administration', look);
    await chooseLook(page, look);
    await signIn(page, PEOPLE.admin, portal.password);
    await expect(page).not.toHaveURL(/\/login/);

    const chosen: Record<string, string> = {};
    for (const list of LISTS) {
      await page.goto(`/admin/${list}`);
      await expect(entries(page).first()).toBeVisible();
      await shoot(page, list);
      await page.goto(`/admin/${list}?q=nimic-de-felul-acesta`);
      await expect(page.locator('#content h2').last()).toBeVisible();
      await shoot(page, `${list}-none`);
      await page.goto(`/admin/${list}/new`);
      await wrongIn(page);
      await shoot(page, `${list}-new`);
      if (list === 'clients') {
        await page.getByPlaceholder(/^(ZZ.LL.AAAA|DD.MM.YYYY)$/).click();
        await shoot(page, 'clients-new-calendar');
      }
      await page.goto(`/admin/${list}`);
      await entries(page).first().click();
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/);
      await expect(page.locator('#content form').first()).toBeVisible();
      chosen[list] = page.url();
      await shoot(page, list.slice(0, -1));
      await page.keyboard.press('End');
      await page.locator('#content button').last().scrollIntoViewIfNeeded();
      await shoot(page, `${list.slice(0, -1)}-below`);
    }
    await page.goto('/admin/users?role=accountant');
    await expect(entries(page).first()).toBeVisible();
    await shoot(page, 'users-filtered');
    await entries(page).first().click();
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/);
    await expect(page.locator('#content form').first()).toBeVisible();
    await shoot(page, 'accountant');
    await page.locator('#content button').last().scrollIntoViewIfNeeded();
    await shoot(page, 'accountant-below');
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.goto(`/admin/clients?accountant_id=${id}`);
    await expect(entries(page).first()).toBeVisible();
    await shoot(page, 'clients-of-accountant');
    await page.goto('/admin/settings');
    await expect(page.locator('#content form').first()).toBeVisible();
    await shoot(page, 'settings');
    await page.goto(chosen['firms']!);
    await expect(page.locator('#content form').first()).toBeVisible();
    await page.locator('#content button').last().click();
    await shoot(page, 'firm-delete');
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'firm-delete-refused');
    await close(browser);
  });

/** Sends an empty form, to see what it says. */
const wrongIn = async (page: Page) => {
  await expect(page.locator('#content form').first()).toBeVisible();
  await page.locator('#content form button[type=submit]').last().click();
  await expect(page.locator('[class*=error]').first()).toBeVisible();
};
